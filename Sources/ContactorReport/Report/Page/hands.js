// ---- Drawing it all
function draw() {
  if (stale) {
    stale = false;
    GUTTER = $('lanes').clientWidth < 560 ? 76 : 112;
    $('scrubbox').style.paddingLeft = GUTTER + 'px';
    width = Math.max($('lanes').clientWidth - GUTTER - 2 * PAD, 10);
    fitStage();
    seen = '';
    paintLanes(); keep('lanes');
    paintRuler(); keep('ruler');
    painted = '';
  }
  // The screen is painted anew where views were shown or hidden.
  if (seen !== (seen = 'views ' + shownViews(now) + shownPictures(now))) { paintScreen(); keep('under'); }
  // As wide as the lanes, which may have a scroll bar.
  $('scrubbox').style.paddingRight = Math.max($('ruler').clientWidth - $('lanes').clientWidth, 0) + 'px';
  const alive = touchesIn(now, now), c = restore('under');
  if ($('paths').value !== 'none' && $('paths').value !== 'heat') {
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
  scrub.setAttribute('aria-valuetext', clock(now));
  $('now').innerHTML = `<b>${sec(now)}</b> of ${clock(D.end)} &nbsp; <span>t ${D.t0 + now} µs</span>`;
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
  const words = same.slice(0, 8).map(i => i.w() + (i.g === 'touch' ? '' : ` – ${clock(i.t)}`));
  return {item: best, text: words.join('\n') + (same.length > 8 ? `\nand ${same.length - 8} more` : '')};
}
// The point of a path under the pointer.
function pointAt(e) {
  const box = $('stagebox').getBoundingClientRect(), x = (e.clientX - box.left - dx) / scale, y = (e.clientY - box.top - dy) / scale;
  let best = null, near = (9 / scale) ** 2;
  if ($('paths').value === 'none' || $('paths').value === 'heat') return null;
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
  tip(hit ? `${hit.t.name} ${s.phase}: ${num(s.x - hit.t.ox)}, ${num(s.y - hit.t.oy)}${s.f === undefined ? '' : ', pressure ' + s.f.toFixed(3)}\n${clock(hit.t.T[hit.k])}` : '', e);
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
// Thousands of paths show nothing; where the screen is touched most, a map shows.
if (touches.length > 1000) $('paths').value = 'heat';
readColors();
makeTime();
makeLog();
makeRows();
scrub.max = length();
v1 = length();
const start = /[#&]t=([\d.]+)/.exec(location.hash);
seek(start ? +start[1] * 1e6 : touches.length ? touches[0].t : 0);
window.report = {isShown: (id, t) => isShown(D.views.find(v => v.id === id), t), get heat() { return heat; }, seek, toU, toT, touches, get now() { return now; }, get playing() { return playing > 0; }};
