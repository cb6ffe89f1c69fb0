const $ = id => document.getElementById(id), D = JSON.parse($('data').textContent), N = D.names, SVG = 'http://www.w3.org/2000/svg';
let GUTTER = 112;
const PAD = 8, ROW = 18, NEAR = 6e5, reduced = D.off > 0;

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
  e => `${N[e[4]]}: ${bits(e[5])}${e[7] === undefined ? '' : ` = ${e[7]}`}${touchName(e[6])}`,
  e => `${N[e[4]]} ${N[e[5]]} → ${N[e[6]]}${N[e[7]] ? ' ' + N[e[7]] : ''}${e[9] ? ' ' + e[9] : ''}${e[8] ? '' : ', not done by anybody'}`,
  e => `${N[e[4]]} ${e[5] === 5 ? '' : STATES[e[5]]}${N[e[6]] ? (e[5] === 5 ? '' : ': ') + N[e[6]] : ''}${e[7].length ? ' (' + e[7].map(n => '#' + n).join(' ') + ')' : ''}`,
  e => `${D.devices[e[4]].name} ${e[5] ? 'added' : 'removed'}`,
  e => `anomaly ${N[e[4]]}${e[5] < 0 ? '' : ' of ' + D.devices[e[5]].name}`,
  e => `damage: ${N[e[4]]}`,
  e => `nobody did ${N[e[5]]} from ${N[e[4]]}; asked: ${N[e[6]] || 'nobody'}`,
  e => `broken promise ${N[e[4]]}${touchName(e[5])}`,
  e => N[e[4]],
  e => `${N[e[4]]} ${e[5] ? 'shown' : 'hidden'}`,
];
const CLASS = ['control', 'action', 'gesture', 'weak', 'bad', 'bad', 'bad', 'bad', 'weak', 'weak'];
// Which views are to be seen at a time: how each begins, and when that changes.
const changes = new Map(D.views.map(v => [v.id, []]));
for (const e of D.events) if (e[1] === 9 && changes.has(N[e[4]])) changes.get(N[e[4]]).push(e);
const isShown = (view, time) => {
  const list = changes.get(view.id), k = upper(list, time, e => e[0]);
  return k ? list[k - 1][5] === 1 : !view.hidden;
};
const shownViews = time => D.views.map(v => isShown(v, time) ? 1 : 0).join('');
// What views show: the last picture of each before a time.
const pictures = new Map(D.views.map(v => [v.id, []]));
for (const p of D.pictures || []) if (pictures.has(N[p[1]])) pictures.get(N[p[1]]).push(p);
const pictureAt = (view, time) => { const list = pictures.get(view.id), k = upper(list, time, p => p[0]); return list[Math.max(k - 1, 0)]; };
const shownPictures = time => D.views.map(v => upper(pictures.get(v.id), time, p => p[0])).join();
const isFailure = e => e[1] === 2 && e[5] === 5;
const say = e => TEXT[e[1]](e) + (e[3] > 1 ? ` ×${e[3]} until ${clock(e[2])}` : '');
const place = t => t.T.length ? ` at ${num(t.X[0] - t.ox)}, ${num(t.Y[0] - t.oy)}` : '';
const where = t => t.h ? ' in a secure view' : N[t.v] ? ` in ${N[t.v]}` : '';
// Whether the application does not have a touch, at a time, and why.
const isAway = (t, time) => t.q && time >= t.q[0], why = t => t.q ? N[t.q[1]] : '';
const ENDED = {ended: 'lifted', cancelled: 'taken away', open: 'still down at the end'};
const num = x => String(Math.round(x * 1000) / 1000), tenth = x => String(Math.round(x * 10) / 10);
// From a minute on h:mm:ss.
function sec(t) {
  const ms = Math.round(t / 1000), s = Math.floor(ms / 1000), two = x => String(x).padStart(2, '0');
  return s < 60 ? (ms / 1000).toFixed(3) : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}.${String(ms % 1000).padStart(3, '0')}`;
}
const clock = t => sec(t) + (Math.round(t / 1000) < 60000 ? ' s' : '');
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
let now = 0, v0 = 0, v1 = 1, playing = 0, stale = true, speed = 1, colors = {}, painted = '', seen = '';
const rows = [];
const css = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
function readColors() {
  colors = {};
  for (const n of ['back', 'paper', 'line', 'ink', 'dim', 'view', 'edge', 'mark', 'bad', 'ges', 'act', 'now', 'hot', 'c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6']) colors[n] = css(n);
}
const colorOf = t => colors['c' + t.i % 7];
