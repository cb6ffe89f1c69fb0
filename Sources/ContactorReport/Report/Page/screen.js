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
  const labels = [];
  for (const view of D.views) {
    const picture = pictureAt(view, now), origin = D.windows[view.w || 0].r;
    const onStage = r => [sx(r[0] + origin[0]), sy(r[1] + origin[1]), r[2] * scale, r[3] * scale];
    const [x, y, w, h] = picture ? onStage(picture[2]) : view.r.map((v, i) => i > 1 ? v * scale : i ? sy(v) : sx(v));
    const seen = picture && onStage(picture[3]);
    if (seen && !(seen[2] > 0 && seen[3] > 0)) continue;
    c.strokeStyle = colors.edge; c.lineWidth = 1;
    // A hidden view is a dotted outline: nothing there can be touched.
    if (!isShown(view, now)) { c.globalAlpha = .5; c.setLineDash([1, 3]); c.strokeRect(x + .5, y + .5, w - 1, h - 1); c.setLineDash([]); c.globalAlpha = 1; continue; }
    c.save(); c.beginPath(); c.rect(...(seen || [x, y, w, h])); c.clip();
    c.fillStyle = view.kind === 'view' ? 'transparent' : colors.view; c.fillRect(x, y, w, h);
    if (view.secret) { c.strokeStyle = colors.line; c.lineWidth = 1; for (let k = -h; k < w; k += 9) { c.beginPath(); c.moveTo(x + k, y + h); c.lineTo(x + k + h, y); c.stroke(); } }
    if (picture) for (const part of picture.slice(4)) paintPart(c, part, onStage(part[3]));
    c.setLineDash(view.off ? [4, 3] : []); c.strokeStyle = colors.edge; c.strokeRect(x + .5, y + .5, w - 1, h - 1); c.setLineDash([]);
    c.restore();
    // What shows texts of its own needs no name beside them.
    if (h > 13 && w > 20 && !(picture && picture.slice(4).some(p => p[1] >= 0))) labels.push({view, x, y, w, h});
  }
  // The innermost views have the first choice of a corner for their names; a name without room is left out.
  labels.sort((a, b) => (b.view.depth || 0) - (a.view.depth || 0));
  const taken = [];
  for (const {view, x, y, w, h} of labels) {
    const name = shorten(c, view.id, w - 10), wide = c.measureText(name).width;
    const more = h > 27 ? shorten(c, view.kind + (view.secret ? ', secure' : '') + (view.off ? ', disabled' : ''), w - 10) : '';
    const space = Math.max(wide, more ? c.measureText(more).width : 0);
    const fits = (x, y, wide, high) => !taken.some(t => x < t[0] + t[2] && t[0] < x + wide && y < t[1] + t[3] && t[1] < y + high);
    const corners = (wide, high) => [[x + 6, y + 4], [x + 6, y + h - high - 3], [x + w - wide - 6, y + 4], [x + w - wide - 6, y + h - high - 3]];
    const both = more && corners(space, 26).find(p => fits(...p, space, 26)), one = !both && corners(wide, 13).find(p => fits(...p, wide, 13));
    const spot = both || one;
    if (!spot) continue;
    taken.push([...spot, both ? space : wide, both ? 26 : 13]);
    c.fillStyle = colors.ink; c.textAlign = 'left'; c.fillText(name, spot[0], spot[1] + 6);
    if (both) { c.fillStyle = colors.dim; c.fillText(more, spot[0], spot[1] + 19); }
  }
  if ($('paths').value === 'heat') paintHeat(c, touchesIn(toT(v0), toT(v1)));
  if ($('paths').value === 'shown') {
    // Many paths become a map of where the screen is touched most.
    const list = touchesIn(toT(v0), toT(v1)), part = Math.min(1, 120 / list.length);
    if (part > .3) for (const t of list) { paintPath(c, t, Infinity, .4 * part, 1.5); paintEnds(c, t, Infinity, .7 * part); }
    else paintMany(c, list);
  }
  c.globalAlpha = 1;
}
const SOLID = ['filled', 'knob', 'caret', 'handle', 'indicator', 'pointer', 'tick'];
// A part of a view: a rectangle, and its text in the middle, or at the left where it is a row's.
function paintPart(c, [kind, text, state], [x, y, w, h]) {
  const name = N[kind], thin = w < 3 || h < 3;
  const solid = SOLID.includes(name), chosen = state & 5;
  c.fillStyle = chosen ? colors.now : solid ? colors.edge : colors.paper;
  c.globalAlpha = chosen ? .35 : solid ? .5 : state & 2 ? .4 : 1;
  // A band or a frame around others is an outline.
  if (chosen || solid || text >= 0) c.fillRect(x, y, Math.max(w, 1), Math.max(h, 1));
  c.globalAlpha = state & 2 ? .5 : 1;
  if (!thin) { c.strokeStyle = colors.line; c.lineWidth = 1; c.strokeRect(x + .5, y + .5, w - 1, h - 1); }
  if (text >= 0 && h > 7 && w > 7) {
    const size = Math.max(8, Math.min(14, h * .6)), wide = w > 160;
    c.save(); c.beginPath(); c.rect(x, y, w, h); c.clip();
    c.font = c.font.replace(/[0-9.]+px/, size + 'px'); c.fillStyle = colors.ink; c.textAlign = wide ? 'left' : 'center';
    c.fillText(N[text], wide ? x + 8 : x + w / 2, y + h / 2);
    c.restore();
  }
  c.globalAlpha = 1;
}
// Where the screen is touched most: how many touches passed each square, by powers of two.
const CELL = 12;
function paintHeat(c, list) {
  const cells = new Map();
  let most = 1;
  for (const t of list) {
    let last = -1;
    const mine = new Set();
    for (let k = 0; k < t.T.length; k++) {
      const key = Math.floor(sx(t.X[k]) / CELL) * 4096 + Math.floor(sy(t.Y[k]) / CELL);
      if (key !== last && !mine.has(key)) { const n = (cells.get(key) || 0) + 1; cells.set(key, n); most = Math.max(most, n); mine.add(key); }
      last = key;
    }
  }
  for (const [key, n] of cells) {
    const heat = Math.log(1 + n) / Math.log(1 + most);
    c.fillStyle = `hsl(${Math.round(230 - 230 * heat)} 85% ${Math.round(62 - 12 * heat)}%)`; c.globalAlpha = .25 + .6 * heat;
    c.fillRect(Math.floor(key / 4096) * CELL, key % 4096 * CELL, CELL, CELL);
  }
  c.globalAlpha = 1;
  heat = {cells: cells.size, most};
  c.fillStyle = colors.dim; c.textAlign = 'right';
  c.fillText(`blue: 1 touch, red: ${most}`, $('stagebox').clientWidth - 8, $('stagebox').clientHeight - 10);
}
let heat = null;
function paintPath(c, t, until, alpha, width) {
  if (!t.T.length) return;
  c.strokeStyle = colorOf(t); c.globalAlpha = alpha; c.lineWidth = width; c.lineJoin = c.lineCap = 'round';
  // What the application does not have is dotted.
  const last = upper(t.T, until), cut = t.q ? Math.min(Math.max(upper(t.T, t.q[0]), 1), last) : last;
  const line = (from, to) => { c.beginPath(); for (let k = from; k < to; k++) c.lineTo(sx(t.X[k]), sy(t.Y[k])); c.stroke(); };
  line(0, cut);
  if (cut < last) { c.setLineDash([1, width * 2 + 2]); line(cut - 1, last); c.setLineDash([]); }
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
    node('ellipse', {cx: x, cy: y, rx: minor, ry: major, transform: `rotate(${angle} ${x} ${y})`, fill: color, 'fill-opacity': isAway(t, now) ? 0 : s.f === undefined ? .35 : .12 + .78 * s.f,
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
      id: t.name, phase: s.phase + (t.k ? ', ' + t.k : '') + (isAway(t, now) ? ', kept' : ''), place: s.x === undefined ? '–' : `${num(s.x - t.ox)}, ${num(s.y - t.oy)}`,
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
    if (isAway(t, now)) row.title = why(t);
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
