import Benchmark
import Measures

let benchmarks: @Sendable () -> Void = {
  for measure in Measure.all {
    Benchmark(
      measure.name,
      configuration: .init(
        metrics: [.wallClock, .cpuTotal, .throughput], warmupIterations: 2, maxDuration: .seconds(1),
        maxIterations: 200)
    ) { benchmark in
      let run = measure.prepare()
      run(max(1, measure.operations / 10))
      benchmark.startMeasurement()
      run(measure.operations)
      benchmark.stopMeasurement()
    }
  }
}
