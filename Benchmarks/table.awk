# Prints the table of tools/bench from four files: times, instructions, bytes, thresholds. Fails where a limit is passed.

function trim(text) {
  gsub(/^[ \t]+|[ \t]+$/, "", text)
  return text
}

# 1234567 as 1,234,567; numbers below 100 keep a digit after the point unless they are whole.
function digits(number, text) {
  if (number < 100 && number != int(number)) return sprintf("%.1f", number)
  text = sprintf("%.0f", number)
  while (match(text, /[0-9][0-9][0-9][0-9]($|,)/)) {
    text = substr(text, 1, RSTART) "," substr(text, RSTART + 1)
  }
  return text
}

function time(nanoseconds) {
  return nanoseconds < 1000 ? digits(nanoseconds) " ns" : sprintf("%.2f µs", nanoseconds / 1000)
}

function fail(text) {
  failed = failed "  " text "\n"
}

# The limit that a figure has, as text, and a complaint where it is passed.
function limit(maximum, found, what, name) {
  if (maximum == "-") return "-"
  if (what != "" && found > maximum + 0.005) fail(name ": " digits(found) " " what ", " digits(maximum + 0) " at most")
  return what == "" ? time(maximum + 0) : digits(maximum + 0)
}

FNR == 1 { file++ }
file == 1 { split($0, part, "\t"); nanoseconds[part[1]] = part[2]; allocations[part[1]] = part[3]; next }
file == 2 { split($0, part, "\t"); instructions[part[1]] = part[2]; next }
file == 3 { split($0, part, "\t"); if (part[1] != "") bytes[part[1]] = part[2]; next }
/^[ \t]*(#|$)/ { next }
!header++ {
  print "| operation | others | at most: time · instructions · allocations | ours |"
  print "| --- | --- | --- | --- |"
}
trim($1) == "ratio" {
  one = trim($2)
  other = trim($3)
  if (!(one in instructions) || !(other in instructions)) next
  ratio = instructions[one] / instructions[other]
  ratios = ratios sprintf("%s costs %.2f times %s; %s at most\n", one, ratio, other, trim($4))
  if (ratio > trim($4)) fail(sprintf("%s: %.2f times %s, %s at most", one, ratio, other, trim($4)))
  next
}
trim($1) == "bytes" {
  name = trim($2)
  if (!(name in bytes)) next
  sizes = sizes sprintf("%s: %s bytes; %s at most; %s\n", trim($4), digits(bytes[name]), trim($3), trim($5))
  limit(trim($3), bytes[name], "bytes", name)
  next
}
trim($1) in instructions {
  name = trim($1)
  most = limit(trim($3), nanoseconds[name], "", name) " · " \
    limit(trim($2), instructions[name], "instructions", name) " · " \
    limit(trim($4), allocations[name], "allocations", name)
  printf "| %s (%s) | %s | %s | %s · %s · %s |\n", trim($5), name, trim($6), most,
    time(nanoseconds[name]), digits(instructions[name]), digits(allocations[name])
  seen[name] = 1
}
END {
  for (name in instructions) if (!(name in seen)) fail(name ": no line in Benchmarks/thresholds.txt")
  printf "\n%s%s", ratios, sizes
  if (failed) {
    printf "tools/bench: passed limits:\n%s", failed > "/dev/stderr"
    exit 1
  }
}
