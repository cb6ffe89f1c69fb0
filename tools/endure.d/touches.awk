# Writes a script of so many touches at random places, with a little movement, as `contactor replay` reads it.
# usage: awk -v count=N -v width=POINTS -v height=POINTS -f touches.awk
BEGIN {
  srand(1)
  time = 1000000
  for (touch = 1; touch <= count; touch++) {
    x = int(rand() * width); y = int(rand() * height)
    phase(touch, "began", x, y)
    phase(touch, "moved", x + 5, y)
    phase(touch, "ended", x + 5, y)
    time += 3000
  }
}
# Times are more than some awks put into a %d.
function phase(touch, name, x, y) {
  printf "{\"t\":%.0f,\"kind\":\"touch\",\"touch\":%d,\"phase\":\"%s\",\"x\":%d,\"y\":%d}\n", time, touch, name, x, y
  time += 20000
}
