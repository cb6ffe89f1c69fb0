(() => {
'use strict';
const $ = id => document.getElementById(id), D = JSON.parse($('data').textContent), N = D.names, SVG = 'http://www.w3.org/2000/svg';
const GUTTER = 112, PAD = 8, ROW = 18, NEAR = 6e5, reduced = D.off > 0;

// ---- The recording
D.touches.sort((a, b) => a.t - b.t);
D.events.sort((a, b) => a[0] - b[0]);
const touches = D.touches.map((o, i) => {
  const n = o.s.length / 3, T = new Float64Array(n), X = new Float64Array(n), Y = new Float64Array(n), [ox, oy] = D.windows[o.w].r;
  for (let k = 0, at = o.t; k < n; k++) { T[k] = at += o.s[3 * k]; X[k] = o.s[3 * k + 1] + ox; Y[k] = o.s[3 * k + 2] + oy; }
  return {...o, s: 0, i, T, X, Y, ox, oy, name: o.n ? '#' + o.n : '(secure)'};
});
// The latest end of this touch and all before it: where a search for touches may stop.
let most = -1;
const ends = touches.map(t => most = Math.max(most, t.e));
const upper = (list, value, get = x => x) => { // how many are not above the value
  let a = 0, b = list.length;
  while (a < b) { const m = a + b >> 1; if (get(list[m]) <= value) a = m + 1; else b = m; }
  return a;
};
function touchesIn(from, to) {
  const found = [];
  for (let i = upper(touches, to, t => t.t) - 1; i >= 0 && ends[i] >= from; i--) if (touches[i].e >= from) found.push(touches[i]);
  return found.reverse();
}
let all = 0;
for (const t of touches) all += t.T.length;
const frames = (() => {
  const list = new Float64Array(all + touches.length * 2);
  let n = 0;
  for (const t of touches) { list.set(t.T, n); n += t.T.length; list[n++] = t.t; list[n++] = t.e; }
  list.sort();
  return list.filter((t, i) => !i || t !== list[i - 1]);
})();

// ---- What happened, in words
const bits = set => D.bits.filter(b => set & b[0]).map(b => b[1]).join(' + ') || '0x' + set.toString(16);
const touchName = n => n ? ` (#${n})` : '', STATES = ['', 'began', 'changed', 'recognized', 'cancelled', 'failed'];
const TEXT = [
  e => `${N[e[4]]}: ${bits(e[5])}${touchName(e[6])}`,
  e => `${N[e[4]]} ${N[e[5]]} → ${N[e[6]]}${N[e[7]] ? ' ' + N[e[7]] : ''}${e[8] ? '' : ', not done by anybody'}`,
  e => `${N[e[4]]} ${e[5] === 5 ? '' : STATES[e[5]]}${N[e[6]] ? (e[5] === 5 ? '' : ': ') + N[e[6]] : ''}${e[7].length ? ' (' + e[7].map(n => '#' + n).join(' ') + ')' : ''}`,
  e => `${D.devices[e[4]].name} ${e[5] ? 'added' : 'removed'}`,
  e => `anomaly ${N[e[4]]}${e[5] < 0 ? '' : ' of ' + D.devices[e[5]].name}`,
  e => `damage: ${N[e[4]]}`,
  e => `nobody did ${N[e[5]]} from ${N[e[4]]}; asked: ${N[e[6]] || 'nobody'}`,
  e => `broken promise ${N[e[4]]}${touchName(e[5])}`,
  e => N[e[4]],
];
const CLASS = ['control', 'action', 'gesture', 'weak', 'bad', 'bad', 'bad', 'bad', 'weak'];
const isFailure = e => e[1] === 2 && e[5] === 5;
const say = e => TEXT[e[1]](e) + (e[3] > 1 ? ` ×${e[3]} until ${sec(e[2])}` : '');
const place = t => t.T.length ? ` at ${num(t.X[0] - t.ox)}, ${num(t.Y[0] - t.oy)}` : '';
const where = t => t.h ? ' in a secure view' : N[t.v] ? ` in ${N[t.v]}` : '';
const ENDED = {ended: 'lifted', cancelled: 'taken away', open: 'still down at the end'};
const num = x => String(Math.round(x * 1000) / 1000), tenth = x => String(Math.round(x * 10) / 10), sec = t => (t / 1e6).toFixed(3);
let log = [];
function makeLog() {
  log = D.events.filter(e => failed.checked || !isFailure(e)).map(e => ({t: e[0], k: e[1] === 3 ? -1 : 1, c: CLASS[e[1]] + (isFailure(e) ? ' weak' : ''), w: () => say(e)}));
  for (const t of touches) {
    log.push({t: t.t, k: 0, c: 'touch', touch: t, w: () => `${t.name} down${place(t)}${where(t)}`});
    log.push({t: t.e, k: 0, c: 'touch', touch: t, w: () => `${t.name} ${ENDED[t.p]}${t.k ? ', ' + t.k : ''}`});
  }
  log.sort((a, b) => a.t - b.t || a.k - b.k);
}

// ---- Time, with pauses folded
const failed = $('failed'), fold = $('fold'), scrub = $('scrub');
let KT = [0, D.end], KU = [0, D.end], gaps = [];
function makeTime() {
  const busy = [[0, 0], [D.end, D.end]];
  for (const t of touches) busy.push([t.t, t.e]);
  for (const e of D.events) busy.push([e[0], e[2]]);
  busy.sort((a, b) => a[0] - b[0]);
  KT = [0]; KU = [0]; gaps = [];
  let at = 0, u = 0;
  for (const [from, to] of busy) {
    if (fold.checked && from - at > 1e6) {
      const start = at + 2e5, end = from - 2e5;
      u += 2e5; KT.push(start); KU.push(u);
      u += 2e5; KT.push(end); KU.push(u);
      gaps.push([start, end]);
      u += 2e5;
    } else if (from > at) u += from - at;
    if (to > Math.max(from, at)) u += to - Math.max(from, at);
    at = Math.max(at, to);
  }
  KT.push(D.end); KU.push(u);
}
function map(x, A, B) {
  const i = Math.min(Math.max(upper(A, x), 1), A.length - 1), span = A[i] - A[i - 1];
  return span > 0 ? B[i - 1] + (x - A[i - 1]) / span * (B[i] - B[i - 1]) : B[i];
}
const toU = t => map(t, KT, KU), toT = u => Math.round(map(u, KU, KT)), length = () => KU[KU.length - 1];

// ---- State
let now = 0, v0 = 0, v1 = 1, playing = 0, stale = true, speed = 1, colors = {}, painted = '';
const rows = [];
const css = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
function readColors() {
  colors = {};
  for (const n of ['back', 'paper', 'line', 'ink', 'dim', 'view', 'edge', 'mark', 'bad', 'ges', 'act', 'now', 'hot', 'c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6']) colors[n] = css(n);
}
const colorOf = t => colors['c' + t.i % 7];

// ---- The lanes of the timeline
function makeRows() {
  rows.length = 0;
  const odd = D.events.filter(e => e[1] > 2 && e[1] !== 6);
  if (odd.length) rows.push({label: 'device', items: odd.map(e => ({t: e[0], u: e[2], g: e[1] === 3 ? (e[5] ? 'dot' : 'ring') : e[1] === 8 ? 'box' : 'alarm', c: e[1] === 3 || e[1] === 8 ? 'dim' : 'bad', w: () => say(e)}))});
  const free = [], each = touches.length <= 24;
  for (const t of touches) {
    const lane = each ? t.i : (k => k < 0 ? free.length : k)(free.findIndex(e => e < t.t));
    free[lane] = t.e;
    const item = {t: t.t, u: t.e, g: 'touch', touch: t, w: () => `${t.name}${place(t)}${where(t)}\n${sec(t.t)} – ${sec(t.e)} s: ${ENDED[t.p]}`};
    const row = rows.find(r => r.lane === lane);
    if (row) row.items.push(item);
    else rows.push({lane, label: each ? `touch ${t.name}` : `touches ${lane + 1}`, color: each ? t : null, items: [item]});
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
        c.fillStyle = color; c.globalAlpha = .38; c.fillRect(x, y - 5, Math.max(x1 - x, 1.5), 10); c.globalAlpha = 1;
        c.fillRect(x, y - 6, 2, 12);
        let tick = x;
        if (x1 - x > 6) for (const s of t.T) { if (s === t.e) break; const xs = xOf(s); if (xs - tick >= 3) { c.fillRect(tick = xs, y - 2, 1, 4); } }
        if (t.p === 'ended') c.fillRect(x1 - 1.5, y - 6, 1.5, 12); else if (t.p === 'cancelled') sign(c, 'cross', x1, y, colors.bad);
        if (t.h) { c.fillStyle = colors.dim; c.textAlign = 'left'; if (x1 - x > 50) c.fillText('secure', x + 5, y); }
        else if (row.color === null && x1 - x > 24) { c.fillStyle = colors.ink; c.textAlign = 'left'; c.fillText(t.name, x + 5, y); }
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

// ---- The screen
let scale = 1, dx = 0, dy = 0;
const sx = x => dx + x * scale, sy = y => dy + y * scale;
function fitStage() {
  const w = $('stagebox').clientWidth, h = $('stagebox').clientHeight, [x, y, bw, bh] = D.bounds, m = 34, k = 22;
  scale = Math.max(Math.min((w - m - k) / bw, (h - m - k) / bh), 1e-300);
  dx = (w + m - k - bw * scale) / 2 - x * scale; dy = (h + m - k - bh * scale) / 2 - y * scale;
  $('stage').setAttribute('viewBox', `0 0 ${w} ${h}`);
}
function paintScreen() {
  const {c} = context($('under'));
  for (const window of D.windows) {
    const [x, y, w, h] = window.r;
    c.fillStyle = colors.back; c.strokeStyle = colors.edge; c.lineWidth = 1;
    c.fillRect(sx(x), sy(y), w * scale, h * scale); c.strokeRect(sx(x) + .5, sy(y) + .5, w * scale, h * scale);
    const step = STEPS.find(s => s * scale >= 56) || 10 ** Math.ceil(Math.log10(56 / scale));
    c.fillStyle = colors.dim; c.textAlign = 'center';
    for (let k = 0; k <= w; k += step) { c.fillRect(sx(x + k), sy(y) - 4, 1, 4); if (D.windows.length < 2 || k + step < w) c.fillText(k, sx(x + k), sy(y) - 11); }
    c.textAlign = 'right';
    for (let k = 0; k <= h; k += step) { c.fillRect(sx(x) - 4, sy(y + k), 4, 1); if (k) c.fillText(k, sx(x) - 6, sy(y + k)); }
    c.textAlign = 'left';
    const name = (D.windows.length > 1 ? window.id + ' · ' : '') + (window.free ? 'size not known' : `${tenth(w)} × ${tenth(h)} pt`) + (window.mm ? `, ${num(Math.round(window.mm[0]))} × ${num(Math.round(window.mm[1]))} mm` : '');
    c.fillText(name, sx(x), sy(y + h) + 10);
  }
  for (const view of D.views) {
    if (view.hidden) continue;
    const [x, y, w, h] = view.r.map((v, i) => i > 1 ? v * scale : i ? sy(v) : sx(v));
    c.save(); c.beginPath(); c.rect(x, y, w, h); c.clip();
    c.fillStyle = view.kind === 'view' ? 'transparent' : colors.view; c.fillRect(x, y, w, h);
    if (view.secret) { c.strokeStyle = colors.line; c.lineWidth = 1; for (let k = -h; k < w; k += 9) { c.beginPath(); c.moveTo(x + k, y + h); c.lineTo(x + k + h, y); c.stroke(); } }
    c.restore();
    c.strokeStyle = colors.edge; c.lineWidth = 1; c.setLineDash(view.off ? [4, 3] : []); c.strokeRect(x + .5, y + .5, w - 1, h - 1); c.setLineDash([]);
    c.fillStyle = colors.ink; c.textAlign = 'left';
    if (h > 13 && w > 20) {
      c.fillText(shorten(c, view.id, w - 10), x + 6, y + 10);
      const more = view.kind + (view.secret ? ', secure' : '') + (view.off ? ', disabled' : '');
      if (h > 27) { c.fillStyle = colors.dim; c.fillText(shorten(c, more, w - 10), x + 6, y + 23); }
    }
  }
  if ($('paths').value === 'shown') {
    // Many paths become a map of where the screen is touched most.
    const list = touchesIn(toT(v0), toT(v1)), part = Math.min(1, 120 / list.length);
    if (part > .3) for (const t of list) { paintPath(c, t, Infinity, .4 * part, 1.5); paintEnds(c, t, Infinity, .7 * part); }
    else paintMany(c, list);
  }
  c.globalAlpha = 1;
}
function paintPath(c, t, until, alpha, width) {
  if (!t.T.length) return;
  c.strokeStyle = colorOf(t); c.globalAlpha = alpha; c.lineWidth = width; c.lineJoin = c.lineCap = 'round'; c.beginPath();
  for (let k = 0; k < t.T.length && t.T[k] <= until; k++) c.lineTo(sx(t.X[k]), sy(t.Y[k]));
  c.stroke();
}
// Many at a time, which is faster by far.
function paintMany(c, list) {
  c.globalAlpha = .12; c.lineWidth = 1.5; c.lineJoin = c.lineCap = 'round';
  for (let color = 0; color < 7; color++) {
    const same = list.filter(t => t.i % 7 === color);
    c.strokeStyle = colors['c' + color];
    for (let from = 0; from < same.length; from += 40) {
      c.beginPath();
      for (const t of same.slice(from, from + 40)) for (let k = 0; k < t.T.length; k++) if (k) c.lineTo(sx(t.X[k]), sy(t.Y[k])); else c.moveTo(sx(t.X[k]), sy(t.Y[k]));
      c.stroke();
    }
  }
}
function paintEnds(c, t, until, alpha) {
  if (!t.T.length) return;
  c.globalAlpha = alpha; c.fillStyle = c.strokeStyle = colorOf(t); c.beginPath(); c.arc(sx(t.X[0]), sy(t.Y[0]), 3, 0, 7); c.fill();
  if (t.e > until || t.p === 'open') return;
  const k = t.T.length - 1, x = sx(t.X[k]), y = sy(t.Y[k]);
  if (t.p === 'cancelled') return sign(c, 'cross', x, y, colorOf(t));
  c.lineWidth = 1.5; c.beginPath(); c.arc(x, y, 5, 0, 7); c.stroke();
}

// The still parts are painted when they change and copied under what moves.
const cache = {};
function keep(id) {
  const canvas = $(id), copy = cache[id] = cache[id] || document.createElement('canvas');
  copy.width = canvas.width; copy.height = canvas.height;
  if (canvas.width && canvas.height) copy.getContext('2d').drawImage(canvas, 0, 0);
}
function restore(id) {
  const canvas = $(id), c = canvas.getContext('2d'), copy = cache[id], r = devicePixelRatio || 1;
  c.setTransform(1, 0, 0, 1, 0, 0); c.clearRect(0, 0, canvas.width, canvas.height);
  if (copy.width && copy.height) c.drawImage(copy, 0, 0);
  c.setTransform(r, 0, 0, r, 0, 0);
  return c;
}

// What a touch is at a moment: the last that was said of it, or between two points of a path that was thinned out.
function at(t, time) {
  const k = upper(t.T, time) - 1;
  const state = {phase: time === t.t ? 'began' : time >= t.e && t.p !== 'open' ? t.p : t.T[k] === time ? 'moved' : 'stationary'};
  if (k < 0) return state;
  state.x = t.X[k]; state.y = t.Y[k]; state.k = k;
  for (const m of 'fabo') if (t[m] && t[m][k] !== null) state[m] = t[m][k];
  if (reduced && k + 1 < t.T.length && t.T[k] !== time) {
    const part = (time - t.T[k]) / (t.T[k + 1] - t.T[k]);
    state.x += part * (t.X[k + 1] - t.X[k]); state.y += part * (t.Y[k + 1] - t.Y[k]);
  }
  return state;
}

const node = (name, attributes, text) => {
  const e = document.createElementNS(SVG, name);
  for (const a in attributes) e.setAttribute(a, attributes[a]);
  if (text !== undefined) e.textContent = text;
  return e;
};
function contactNode(t, s) {
  const color = colorOf(t), x = sx(s.x), y = sy(s.y), known = s.a > 0;
  const major = known ? Math.max(s.a * scale / 2, 5) : 15, minor = known ? Math.max((s.b > 0 ? s.b : s.a) * scale / 2, 5) : 15;
  const turn = (D.devices[t.d] || {}).turn, angle = turn && s.o !== undefined ? s.o / turn * 90 : 0;
  const g = node('g', {'data-touch': t.n, 'data-x': num(s.x - t.ox), 'data-y': num(s.y - t.oy), 'data-phase': s.phase});
  g.append(
    node('ellipse', {cx: x, cy: y, rx: minor, ry: major, transform: `rotate(${angle} ${x} ${y})`, fill: color, 'fill-opacity': s.f === undefined ? .35 : .12 + .78 * s.f,
      stroke: color, 'stroke-width': 2, 'stroke-dasharray': known ? '' : '5 3', opacity: s.phase === 'ended' ? .55 : 1}),
    node('path', {d: `M${x - 4} ${y}h8M${x} ${y - 4}v8`, stroke: colors.ink, 'stroke-width': 1}));
  if (s.phase === 'cancelled') g.append(node('path', {d: `M${x - 9} ${y - 9}l18 18m0 -18l-18 18`, stroke: colors.bad, 'stroke-width': 2.5}));
  const right = x + minor + 40 < $('stagebox').clientWidth;
  g.append(node('text', {x: right ? x + minor + 5 : x - minor - 5, y: y - 6, 'text-anchor': right ? 'start' : 'end', fill: color}, t.name));
  return g;
}

function showContacts(list) {
  const stage = $('stage'), body = $('contacts'), secret = list.filter(t => t.h).length;
  stage.replaceChildren(); body.replaceChildren();
  for (const t of list) {
    const s = at(t, now), row = document.createElement('tr');
    if (s.x !== undefined) stage.append(contactNode(t, s));
    const mm = (D.windows[t.w].mm || [])[0] / D.windows[t.w].r[2];
    const cells = {
      id: t.name, phase: s.phase + (t.k ? ', ' + t.k : ''), place: s.x === undefined ? '–' : `${num(s.x - t.ox)}, ${num(s.y - t.oy)}`,
      pressure: s.f === undefined ? '–' : s.f.toFixed(3),
      size: s.a === undefined ? '–' : s.a.toFixed(1) + (s.b === undefined ? '' : ` × ${s.b.toFixed(1)}`),
      view: t.h ? 'secure' : N[t.v], device: (D.devices[t.d] || {node: ''}).node};
    for (const key of columns) {
      const cell = row.insertCell();
      cell.textContent = cells[key];
      if (key === 'id') { const dot = document.createElement('span'); dot.className = 'dot'; dot.style.background = colorOf(t); cell.prepend(dot); }
      const below = key === 'place' && s.x !== undefined && mm > 0 ? `${((s.x - t.ox) * mm).toFixed(1)}, ${((s.y - t.oy) * mm).toFixed(1)} mm` : key === 'size' && s.o !== undefined ? `∠ ${num(s.o)}` : '';
      if (below) { const small = document.createElement('small'); small.textContent = below; cell.append(small); }
      if (key === 'phase' || key === 'view' || key === 'device') cell.className = 'text';
    }
    row.dataset.touch = t.n;
    if (s.phase === 'ended' || s.phase === 'cancelled') row.className = 'gone';
    body.append(row);
  }
  if (secret) stage.append(node('text', {x: 40, y: $('stagebox').clientHeight - 22, fill: colors.dim}, `${secret} contact${secret > 1 ? 's' : ''} in secure views`));
  const down = list.filter(t => t.e > now || t.p === 'open').length;
  $('count').textContent = down ? `${down} down` : 'none down';
}
const any = key => D.touches.some(t => t[key]);
const columns = ['id', 'phase', 'place', any('f') && 'pressure', any('a') && 'size', 'view', D.devices.length > 1 && 'device'].filter(x => x);
const TITLES = {id: 'touch', place: 'x, y pt', size: 'size pt'};

function showLog() {
  const index = upper(log, now, e => e.t), from = Math.max(0, index - 60), to = Math.min(log.length, index + 40), key = `${from} ${to} ${index}`;
  if (key === painted) return;
  painted = key;
  const list = $('log');
  list.replaceChildren(...log.slice(from, to).map((e, i) => {
    const item = document.createElement('li'), time = document.createElement('time'), words = document.createElement('span');
    time.textContent = sec(e.t); time.title = `t ${D.t0 + e.t}`;
    words.textContent = e.w();
    if (e.touch) words.style.color = colorOf(e.touch);
    item.className = e.c + (e.t > now ? ' later' : from + i === index - 1 || e.t === now ? ' at' : '');
    item.onclick = () => seek(e.t);
    item.append(time, words);
    return item;
  }));
  const current = list.children[Math.max(index - from - 1, 0)];
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight * .6;
}

// ---- Drawing it all
function draw() {
  if (stale) {
    stale = false;
    width = Math.max($('lanes').clientWidth - GUTTER - 2 * PAD, 10);
    fitStage();
    paintScreen(); keep('under');
    paintLanes(); keep('lanes');
    paintRuler(); keep('ruler');
    painted = '';
  }
  // As wide as the lanes, which may have a scroll bar.
  $('scrubbox').style.paddingRight = Math.max($('ruler').clientWidth - $('lanes').clientWidth, 0) + 'px';
  const alive = touchesIn(now, now), c = restore('under');
  if ($('paths').value !== 'none') {
    for (const t of touchesIn(now - NEAR, now)) {
      const gone = t.e < now ? 1 - (now - t.e) / NEAR : 1;
      if ($('paths').value === 'near' && t.e >= now) paintPath(c, t, Infinity, .4, 1.5);
      paintPath(c, t, now, .2 + .8 * gone, 2.5);
      if (t.e >= now) for (let k = 0; k < t.T.length && t.T[k] <= now; k++) { c.fillStyle = colorOf(t); c.fillRect(sx(t.X[k]) - 2, sy(t.Y[k]) - 2, 4, 4); }
      paintEnds(c, t, now, .2 + .8 * gone);
    }
    c.globalAlpha = 1;
  }
  showContacts(alive);
  showLog();
  const x = xOf(now);
  for (const id of ['lanes', 'ruler']) {
    const c = restore(id);
    if (x >= GUTTER - 1) { c.fillStyle = colors.now; c.fillRect(x - .75, 0, 1.5, $(id).clientHeight); }
  }
  scrub.value = toU(now);
  scrub.setAttribute('aria-valuetext', sec(now) + ' seconds');
  $('now').innerHTML = `<b>${sec(now)}</b> of ${sec(D.end)} s &nbsp; t ${D.t0 + now} µs`;
}
let asked = 0;
const redraw = () => { asked = asked || requestAnimationFrame(() => { asked = 0; draw(); }); };
const renew = () => { stale = true; redraw(); };
function seek(t, follow = true) {
  now = Math.min(Math.max(Math.round(t), 0), D.end);
  const u = toU(now);
  if (follow && (u < v0 || u > v1)) show(u - (v1 - v0) * .1, u + (v1 - v0) * .9);
  redraw();
}
function show(a, b) {
  const span = Math.min(Math.max(b - a, Math.min(2000, length())), length());
  v0 = Math.min(Math.max(a, 0), length() - span); v1 = v0 + span;
  renew();
}
function zoom(factor, u = toU(now)) { show(u - (u - v0) * factor, u + (v1 - u) * factor); }
function refold() {
  const [a, b] = [toT(v0), toT(v1)], whole = v0 === 0 && v1 === length();
  makeTime();
  scrub.max = length();
  if (whole) show(0, length()); else show(toU(a), toU(b));
}

// ---- Playing
function play(on) {
  if (on && now >= D.end) now = 0;
  $('play').querySelector('path').setAttribute('d', on ? 'M1 0h4v12H1zM7 0h4v12H7z' : 'M2 0v12L11 6z');
  $('play').setAttribute('aria-label', on ? 'Pause' : 'Play');
  cancelAnimationFrame(playing);
  playing = 0;
  if (!on) return;
  let u = toU(now), before = performance.now(), left = now;
  const tick = time => {
    if (now !== left) u = toU(now); // someone has moved the scrubber
    u += Math.max(time - before, 0) * 1000 * speed;
    before = time;
    seek(toT(Math.min(u, length())));
    left = now;
    if (now >= D.end) play(false); else playing = requestAnimationFrame(tick);
  };
  playing = requestAnimationFrame(tick);
}
function step(list, forward, get = x => x) {
  play(false);
  const i = forward ? upper(list, now, get) : upper(list, now - .5, get) - 1;
  if (i >= 0 && i < list.length) seek(get(list[i])); else seek(forward ? D.end : 0);
}
function faster(by) {
  const s = $('speed'), i = Math.min(Math.max(s.selectedIndex + by, 0), s.options.length - 1);
  s.selectedIndex = i; speed = +s.value;
}

// ---- Hands
const press = {
  ' ': () => play(!playing), ArrowLeft: e => e.shiftKey ? step(log, false, x => x.t) : step(frames, false), ArrowRight: e => e.shiftKey ? step(log, true, x => x.t) : step(frames, true),
  p: () => step(touches, false, t => t.t), n: () => step(touches, true, t => t.t), Home: () => seek(0), End: () => seek(D.end),
  ',': () => faster(-1), '.': () => faster(1), '-': () => zoom(2), '+': () => zoom(.5), '=': () => zoom(.5), '0': () => show(0, length()),
  f: () => { fold.checked = !fold.checked; refold(); }, '?': () => $('help').open ? $('help').close() : $('help').showModal(),
};
addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.tagName === 'SELECT' || $('help').open && e.key !== '?') return;
  if (e.key === ' ' && (e.target.tagName === 'BUTTON' || e.target.type === 'checkbox')) return;
  const act = press[e.key];
  if (act) { e.preventDefault(); act(e); }
});
for (const [id, act] of Object.entries({first: press.Home, previous: press.ArrowLeft, play: press[' '], next: press.ArrowRight, last: press.End, out: press['-'], in: press['+'], fit: press['0'], ask: press['?']}))
  $(id).onclick = act;
scrub.oninput = () => seek(toT(+scrub.value));
$('speed').onchange = () => { speed = +$('speed').value; };
$('paths').onchange = renew;
fold.onchange = refold;
failed.onchange = () => { makeLog(); makeRows(); renew(); };

function itemAt(e) {
  const box = $('lanes').getBoundingClientRect(), x = e.clientX - box.left, row = rows[Math.floor((e.clientY - box.top - 3) / ROW)];
  if (!row || x < GUTTER) return null;
  const reach = 7 / plot() * (v1 - v0), u = uAt(x);
  let best = null, near = Infinity;
  const found = itemsIn(row, toT(u - reach), toT(u + reach)).filter(i => i.g !== 'bar');
  for (const item of found) {
    const far = Math.max(toU(item.t) - u, u - toU(item.u), 0) + (item.g === 'touch' ? reach * .4 : 0);
    if (far <= reach && far < near) { best = item; near = far; }
  }
  if (!best) return null;
  const same = found.filter(i => Math.abs(toU(i.t) - toU(best.t)) < reach / 4);
  const words = same.slice(0, 8).map(i => i.w() + (i.g === 'touch' ? '' : ` – ${sec(i.t)} s`));
  return {item: best, text: words.join('\n') + (same.length > 8 ? `\nand ${same.length - 8} more` : '')};
}
// The point of a path under the pointer.
function pointAt(e) {
  const box = $('stagebox').getBoundingClientRect(), x = (e.clientX - box.left - dx) / scale, y = (e.clientY - box.top - dy) / scale;
  let best = null, near = (9 / scale) ** 2;
  if ($('paths').value === 'none') return null;
  for (const t of $('paths').value === 'near' ? touchesIn(now - NEAR, now) : touchesIn(toT(v0), toT(v1)))
    for (let k = 0; k < t.T.length; k++) {
      const far = (t.X[k] - x) ** 2 + (t.Y[k] - y) ** 2;
      if (far <= near) { near = far; best = {t, k}; }
    }
  return best;
}
function tip(text, e) {
  const box = $('tip');
  box.hidden = !text;
  if (!text) return;
  box.textContent = text;
  box.style.left = Math.min(e.clientX + 12, innerWidth - box.offsetWidth - 8) + 'px';
  box.style.top = Math.max(e.clientY - box.offsetHeight - 10, 4) + 'px';
}
for (const id of ['lanes', 'ruler']) {
  const canvas = $(id);
  let held = false;
  const go = e => seek(toT(Math.min(Math.max(uAt(e.clientX - canvas.getBoundingClientRect().left), v0), v1)), false);
  canvas.onpointerdown = e => {
    if (e.button) return;
    const hit = id === 'lanes' && itemAt(e);
    held = true; canvas.setPointerCapture(e.pointerId);
    if (hit && hit.item.g !== 'touch') seek(hit.item.t); else go(e);
  };
  canvas.onpointermove = e => {
    if (held && e.movementX) go(e);
    const hit = id === 'lanes' && itemAt(e);
    tip(hit ? hit.text : '', e);
  };
  canvas.onpointerup = canvas.onpointercancel = () => { held = false; };
  canvas.onpointerleave = () => tip('');
  canvas.addEventListener('wheel', e => {
    if (id === 'lanes' && !e.ctrlKey && !e.deltaX) return;
    e.preventDefault();
    if (Math.abs(e.deltaX) > Math.abs(e.deltaY)) return show(v0 + e.deltaX / plot() * (v1 - v0), v1 + e.deltaX / plot() * (v1 - v0));
    zoom(Math.exp(e.deltaY / 300), uAt(e.clientX - canvas.getBoundingClientRect().left));
  }, {passive: false});
}
$('stagebox').onpointermove = e => {
  const hit = pointAt(e), s = hit && at(hit.t, hit.t.T[hit.k]);
  $('stagebox').style.cursor = hit ? 'pointer' : '';
  tip(hit ? `${hit.t.name} ${s.phase}: ${num(s.x - hit.t.ox)}, ${num(s.y - hit.t.oy)}${s.f === undefined ? '' : ', pressure ' + s.f.toFixed(3)}\n${sec(hit.t.T[hit.k])} s` : '', e);
};
$('stagebox').onpointerleave = () => tip('');
$('stagebox').onclick = e => { const hit = pointAt(e); if (hit) seek(hit.t.T[hit.k]); };
new ResizeObserver(renew).observe($('stagebox'));
new ResizeObserver(renew).observe($('lanebox'));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { readColors(); renew(); });

// ---- Beginning
$('title').textContent = D.name;
for (const [key, value] of D.facts) {
  const div = document.createElement('div'), dt = document.createElement('dt'), dd = document.createElement('dd');
  dt.textContent = key; dd.textContent = value; div.append(dt, dd); $('facts').append(div);
}
for (const text of D.remarks) { const li = document.createElement('li'); li.textContent = text; $('remarks').append(li); }
$('remarks').hidden = !D.remarks.length;
for (const key of columns) {
  const th = document.createElement('th');
  th.textContent = TITLES[key] || key;
  if (key === 'phase' || key === 'view' || key === 'device') th.className = 'text';
  $('columns').append(th);
}
readColors();
makeTime();
makeLog();
makeRows();
scrub.max = length();
v1 = length();
const start = /[#&]t=([\d.]+)/.exec(location.hash);
seek(start ? +start[1] * 1e6 : touches.length ? touches[0].t : 0);
window.report = {seek, toU, toT, touches, get now() { return now; }, get playing() { return playing > 0; }};
})();
