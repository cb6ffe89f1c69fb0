// ---- The lanes of the timeline
function makeRows() {
  rows.length = 0;
  const odd = D.events.filter(e => e[1] > 2 && e[1] !== 6 && e[1] !== 9);
  if (odd.length) rows.push({label: 'device', items: odd.map(e => ({t: e[0], u: e[2], g: e[1] === 3 ? (e[5] ? 'dot' : 'ring') : e[1] === 8 ? 'box' : 'alarm', c: e[1] === 3 || e[1] === 8 ? 'dim' : 'bad', w: () => say(e)}))});
  const free = [], each = touches.length <= 24;
  for (const t of touches) {
    const lane = each ? t.i : (k => k < 0 ? free.length : k)(free.findIndex(e => e < t.t));
    free[lane] = t.e;
    const item = {t: t.t, u: t.e, g: 'touch', touch: t, w: () => `${t.name}${place(t)}${where(t)}\n${sec(t.t)} – ${clock(t.e)}: ${ENDED[t.p]}${t.q ? '\n' + why(t) : ''}`};
    const row = rows.find(r => r.lane === lane);
    if (row) row.items.push(item);
    else rows.push({lane, label: each ? `touch ${t.name}` : `finger ${lane + 1}`, color: each ? t : null, items: [item]});
  }
  const controls = new Map(D.views.map(v => [v.id, []])), gestures = new Map(), actions = [];
  const open = new Map(), add = (lanes, name, item) => (lanes.has(name) ? lanes : lanes.set(name, [])).get(name).push(item);
  for (const e of D.events) {
    const w = () => say(e), item = {t: e[0], u: e[2], w};
    if (e[1] === 0) {
      const name = N[e[4]], s = e[5], key = name + ' ' + e[6];
      item.c = 'mark';
      item.g = s & 1 ? 'down' : s & 64 ? 'up' : s & 128 ? 'out' : s & 256 ? 'cross' : s & 4096 ? 'diamond' : s & 8192 ? 'dot' : s & 60 ? 'run' : 'box';
      if (s & 1) { const bar = {t: e[0], u: e[0], g: 'bar', c: 'mark', w}; open.set(key, bar); add(controls, name, bar); }
      if (s & 448 && open.has(key)) { open.get(key).u = e[0]; open.delete(key); }
      add(controls, name, item);
    } else if (e[1] === 2) {
      const name = N[e[4]];
      item.c = 'ges';
      item.g = e[5] === 3 ? 'diamond' : e[5] === 4 ? 'cross' : 'fail';
      if (e[5] === 1) { const bar = {t: e[0], u: e[0], g: 'bar', c: 'ges', w}; open.set('g' + name, bar); add(gestures, name, bar); continue; }
      const bar = open.get('g' + name);
      if (bar) bar.u = e[2];
      if (e[5] > 2) open.delete('g' + name);
      if (e[5] !== 2 && (e[5] !== 5 || failed.checked)) add(gestures, name, item);
    } else if (e[1] === 9) {
      item.c = 'dim'; item.g = e[5] ? 'dot' : 'ring';
      add(controls, N[e[4]], item);
    } else if (e[1] === 1 || e[1] === 6) {
      item.c = e[1] === 6 ? 'bad' : 'act'; item.g = e[1] === 6 ? 'alarm' : 'diamond';
      actions.push(item);
    }
  }
  for (const [name, items] of controls) if (items.length) rows.push({label: name, items});
  if (actions.length) rows.push({label: 'actions', color: 'act', items: actions});
  for (const [name, items] of gestures) if (items.length) rows.push({label: name, color: 'ges', items});
}

function context(canvas, height) {
  const r = devicePixelRatio || 1, w = canvas.clientWidth, h = height || canvas.clientHeight;
  if (height) canvas.style.height = height + 'px';
  if (canvas.width !== Math.round(w * r) || canvas.height !== Math.round(h * r)) { canvas.width = Math.round(w * r); canvas.height = Math.round(h * r); }
  const c = canvas.getContext('2d');
  c.setTransform(r, 0, 0, r, 0, 0);
  c.clearRect(0, 0, w, h);
  c.font = '11px system-ui, sans-serif';
  c.textBaseline = 'middle';
  return {c, w, h};
}
// Asked for once a drawing: the browser has to lay out the page for it.
let width = 10;
const plot = () => width;
const xOf = t => GUTTER + PAD + (toU(t) - v0) / (v1 - v0) * plot();
const uAt = x => v0 + (x - GUTTER - PAD) / plot() * (v1 - v0);

function shorten(c, text, width) {
  if (c.measureText(text).width <= width) return text;
  let n = Math.max(1, Math.floor(text.length * width / c.measureText(text).width));
  while (n > 1 && c.measureText(text.slice(0, n) + '…').width > width) n--;
  return text.slice(0, n) + '…';
}

function sign(c, g, x, y, color) {
  c.fillStyle = c.strokeStyle = color; c.lineWidth = 1.5; c.beginPath();
  const poly = (...p) => { for (let i = 0; i < p.length; i += 2) c.lineTo(x + p[i], y + p[i + 1]); c.closePath(); };
  switch (g) {
  case 'down': poly(-4.5, -4, 4.5, -4, 0, 4); return c.fill();
  case 'up': poly(-4.5, 4, 4.5, 4, 0, -4); return c.fill();
  case 'out': poly(-4.5, 4, 4.5, 4, 0, -4); c.fillStyle = colors.paper; c.fill(); return c.stroke();
  case 'diamond': poly(0, -5, 5, 0, 0, 5, -5, 0); return c.fill();
  case 'alarm': poly(-5.5, 5, 5.5, 5, 0, -5.5); return c.fill();
  case 'box': c.rect(x - 3, y - 3, 6, 6); return c.fill();
  case 'dot': c.arc(x, y, 3, 0, 7); return c.fill();
  case 'ring': c.arc(x, y, 3.5, 0, 7); c.fillStyle = colors.paper; c.fill(); return c.stroke();
  case 'cross': case 'fail': {
    const r = g === 'fail' ? 2.5 : 4; if (g === 'fail') c.globalAlpha = .6;
    c.moveTo(x - r, y - r); c.lineTo(x + r, y + r); c.moveTo(x + r, y - r); c.lineTo(x - r, y + r); c.stroke(); c.globalAlpha = 1;
  }}
}

// The items of a row that reach into some time.
function itemsIn(row, from, to) {
  const list = row.items;
  if (!row.ends) { let most = -1; row.ends = list.map(i => most = Math.max(most, i.u)); }
  let a = upper(list, from, i => i.t);
  while (a > 0 && row.ends[a - 1] >= from) a--;
  return list.slice(a, upper(list, to, i => i.t));
}

function paintLanes() {
  const {c, w, h} = context($('lanes'), rows.length * ROW + 6), from = toT(v0) - 1, to = toT(v1) + 1;
  rows.forEach((row, i) => {
    const y = 3 + i * ROW + ROW / 2;
    if (i % 2) { c.fillStyle = colors.view; c.globalAlpha = .6; c.fillRect(0, y - ROW / 2, w, ROW); c.globalAlpha = 1; }
    c.fillStyle = row.color ? typeof row.color === 'string' ? colors[row.color] : colorOf(row.color) : row.lane >= 0 ? colors.ink : row.label === 'device' ? colors.dim : colors.mark;
    c.textAlign = 'right';
    c.fillText(shorten(c, row.label, GUTTER - 14), GUTTER - 6, y);
  });
  c.save(); c.beginPath(); c.rect(GUTTER, 0, w - GUTTER, h); c.clip();
  let edge = -9;
  for (const [a, b] of gaps) if (a < to && b > from) {
    const x = xOf(a), x1 = xOf(b);
    if (x1 < edge + .5) continue;
    edge = x1;
    c.fillStyle = colors.line; c.globalAlpha = .35; c.fillRect(x, 0, Math.max(x1 - x, 1), h); c.globalAlpha = 1;
  }
  rows.forEach((row, i) => {
    const y = 3 + i * ROW + ROW / 2;
    // Where a sign is already, another of its kind cannot be seen.
    const taken = new Set();
    for (const item of itemsIn(row, from, to)) {
      const x = xOf(item.t), x1 = xOf(item.u);
      if (x1 < GUTTER - 9) continue;
      const key = item.g + Math.round(x);
      if (x1 - x < 1 && taken.has(key)) continue;
      taken.add(key);
      if (item.g === 'touch') {
        const t = item.touch, color = colorOf(t);
        // A pixel is left between touches that follow each other in one row.
        const xq = t.q ? Math.min(Math.max(xOf(t.q[0]), x), x1) : x1;
        c.fillStyle = c.strokeStyle = color; c.globalAlpha = .38; if (xq > x || !t.q) c.fillRect(x, y - 5, Math.max(xq - x - (row.color ? 0 : 1), 1.5), 10); c.globalAlpha = 1;
        if (xq < x1) { c.lineWidth = 1; c.strokeRect(xq + .5, y - 4.5, Math.max(x1 - xq - 1, 1), 9); }
        c.fillRect(x, y - 6, 2, 12);
        let tick = x;
        if (x1 - x > 6 && (row.color || x1 - x > 60)) for (const s of t.T) { if (s === t.e) break; const xs = xOf(s); if (xs - tick >= 3) { c.fillRect(tick = xs, y - 2, 1, 4); } }
        if (t.p === 'ended') c.fillRect(x1 - 1.5, y - 6, 1.5, 12); else if (t.p === 'cancelled') sign(c, 'cross', x1, y, colors.bad);
        if (t.h) { c.fillStyle = colors.dim; c.textAlign = 'left'; if (x1 - x > 50) c.fillText('secure', x + 5, y); }
        else if (row.color === null && x1 - x > 24) { c.fillStyle = colors.ink; c.textAlign = 'left'; c.fillText(shorten(c, t.name + (N[t.v] ? ' ' + N[t.v] : ''), x1 - x - 8), x + 5, y); }
        continue;
      }
      const color = colors[item.c];
      if (item.g === 'bar') { c.fillStyle = color; c.globalAlpha = .28; c.fillRect(x, y - 4, Math.max(x1 - x, 1), 8); c.globalAlpha = 1; continue; }
      if (item.u > item.t) { c.fillStyle = color; c.fillRect(x, y - 1, Math.max(x1 - x, 1), 2); }
      if (item.g === 'run') { c.fillStyle = color; if (item.u === item.t) c.fillRect(x - .5, y - 3, 1, 6); continue; }
      if (item.g === 'dot' && taken.has('up' + Math.round(x))) continue;
      sign(c, item.g, x, y, color);
    }
  });
  c.restore();
  c.fillStyle = colors.line; c.fillRect(GUTTER, 0, 1, h);
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7, 3e7, 6e7, 3e8, 6e8, 18e8, 36e8, 216e8];
function label(t, step) {
  if (step >= 6e7) { const s = Math.round(t / 1e6); return `${Math.floor(s / 3600)}:${String(Math.floor(s / 60) % 60).padStart(2, '0')}:${String(s % 60).padStart(2, '0')}`; }
  return (t / 1e6).toFixed(step >= 1e6 ? 0 : step >= 1e5 ? 1 : step >= 1e4 ? 2 : step >= 1e3 ? 3 : 6) + ' s';
}
function paintRuler() {
  const {c, w, h} = context($('ruler')), step = STEPS.find(s => s / (v1 - v0) * plot() >= 74) || 864e8;
  c.fillStyle = colors.dim; c.strokeStyle = colors.edge; c.textAlign = 'center';
  const edges = [toT(v0), ...gaps.flat().filter(t => toU(t) > v0 && toU(t) < v1), toT(v1)];
  let last = -99;
  // Where time is in many pieces, no even steps would be seen.
  for (let x = GUTTER + PAD; edges.length > 16 && x < w; x += 105) {
    const text = label(toT(uAt(x)), (v1 - v0) > 6e7 || D.end > 36e8 ? 6e7 : 1e4);
    c.fillRect(x, h - 5, 1, 5); c.textAlign = x < GUTTER + 40 ? 'left' : 'center';
    if (x + c.measureText(text).width / 2 < w) c.fillText(text, c.textAlign === 'left' ? x - 5 : x, h - 12);
  }
  for (let i = 0; edges.length <= 16 && i + 1 < edges.length; i++) {
    if (gaps.some(g => g[0] === edges[i])) continue;
    for (let t = Math.ceil(edges[i] / step) * step, n = 0; t <= edges[i + 1] && n < 400; t += step, n++) {
      const x = xOf(t);
      c.fillRect(x, h - 5, 1, 5);
      const half = c.measureText(label(t, step)).width / 2;
      if (x - half > last + 8 && x + half < w) { c.fillText(label(t, step), x, h - 12); last = x + half; }
    }
  }
  c.lineWidth = 1;
  for (const [a, b] of gaps.length > 400 && v1 - v0 > 4e7 ? [] : gaps) {
    const x = (xOf(a) + xOf(b)) / 2;
    if (x < GUTTER || x > w || toU(b) - toU(a) < 16 / plot() * (v1 - v0)) continue;
    c.beginPath(); for (let k = 0; k < 5; k++) c.lineTo(x - 8 + k * 4, h - 6 + (k % 2 ? -4 : 4)); c.stroke();
  }
}
