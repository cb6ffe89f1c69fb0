/*
 * A host with Qt 5: QSocketNotifier wakes the engine, QTouchEvent and the mouse are fed by hand, QPainter draws what has changed.
 *
 *     qt                          a window
 *     qt RECORDING                a window, and a recording played into it
 *     qt --self-test RECORDING    plays it, touches the widget, checks what comes out; needs no display with QT_QPA_PLATFORM=offscreen
 */
#include "panel.h"

#include <QApplication>
#include <QImage>
#include <QMouseEvent>
#include <QPainter>
#include <QSocketNotifier>
#include <QTouchEvent>
#include <QWidget>
#include <QtTest/QtTest>

class PanelWidget : public QWidget {
public:
  PanelWidget();
  ~PanelWidget() override { contactor_engine_destroy(state.engine); }

  void play(const char *path);

  panel state;
  int drawings = 0;
  QRect painted; // by the last drawing
  contactor_source *recording = nullptr;

protected:
  bool event(QEvent *event) override;
  void mousePressEvent(QMouseEvent *event) override;
  void mouseMoveEvent(QMouseEvent *event) override;
  void mouseReleaseEvent(QMouseEvent *event) override;
  void paintEvent(QPaintEvent *event) override;

private:
  void dispatch();
  void feedTouches(const QTouchEvent *event);

  contactor_feed *fingers = nullptr, *mouse = nullptr;
  QSocketNotifier *notifier = nullptr;
};

// ---- Engine ------------------------------------------------------------------------------------------------------------------------

static void changed(void *user, contactor_view *view, uint32_t) {
  auto widget = static_cast<PanelWidget *>(user);
  contactor_rect rect;
  // Qt gathers rectangles until it paints: only what has changed is painted anew.
  MUST(contactor_get_rect(view, CONTACTOR_FRAME_IN_WINDOW, &rect));
  widget->update(QRectF(rect.x, rect.y, rect.width, rect.height).toAlignedRect());
}

PanelWidget::PanelWidget() {
  setAttribute(Qt::WA_AcceptTouchEvents);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setFixedSize(PANEL_WIDTH, PANEL_HEIGHT);
  panel_create(&state, CONTACTOR_CLOCK_MONOTONIC);
  MUST(contactor_view_on_change(state.window, changed, this, nullptr));
  MUST(contactor_feed_create(state.engine, 64, 1000, &fingers)); // Qt's timestamps are milliseconds
  MUST(contactor_feed_create(state.engine, 64, 1000, &mouse));
  notifier = new QSocketNotifier(contactor_engine_fd(state.engine), QSocketNotifier::Read, this);
  connect(notifier, &QSocketNotifier::activated, this, [this] { dispatch(); });
}

void PanelWidget::play(const char *path) { MUST(contactor_source_open_recording(state.engine, path, nullptr, &recording)); }

/// Input and deadlines: the descriptor is readable for both, so that no QTimer is needed.
void PanelWidget::dispatch() {
  int32_t atEnd = 0;
  MUST(contactor_engine_dispatch(state.engine));
  if (recording) MUST(contactor_source_is_at_end(recording, &atEnd));
  if (!atEnd) return;
  MUST(contactor_source_close(recording));
  recording = nullptr;
  QMetaObject::invokeMethod(this, [] { QCoreApplication::exit(); }, Qt::QueuedConnection);
}

// ---- Touches -----------------------------------------------------------------------------------------------------------------------

bool PanelWidget::event(QEvent *event) {
  switch (event->type()) {
  case QEvent::TouchBegin:
  case QEvent::TouchUpdate:
  case QEvent::TouchEnd:
    feedTouches(static_cast<QTouchEvent *>(event));
    event->accept(); // else Qt makes a mouse of the first finger
    return true;
  case QEvent::TouchCancel:
    MUST(contactor_feed_cancel_all(fingers));
    MUST(contactor_feed_frame(fingers, static_cast<QTouchEvent *>(event)->timestamp()));
    return true;
  default: return QWidget::event(event);
  }
}

/// An event has every finger, and is one frame.
void PanelWidget::feedTouches(const QTouchEvent *event) {
  for (const QTouchEvent::TouchPoint &point : event->touchPoints()) {
    const QPointF place = point.pos();
    switch (point.state()) {
    case Qt::TouchPointPressed: MUST(contactor_feed_down(fingers, point.id(), place.x(), place.y())); break;
    case Qt::TouchPointMoved: MUST(contactor_feed_moved(fingers, point.id(), place.x(), place.y())); break;
    case Qt::TouchPointReleased: MUST(contactor_feed_up_at(fingers, point.id(), place.x(), place.y())); break;
    default: break;
    }
  }
  MUST(contactor_feed_frame(fingers, event->timestamp()));
}

void PanelWidget::mousePressEvent(QMouseEvent *event) {
  if (event->button() != Qt::LeftButton) return;
  MUST(contactor_feed_down(mouse, 0, event->localPos().x(), event->localPos().y()));
  MUST(contactor_feed_frame(mouse, event->timestamp()));
}

void PanelWidget::mouseMoveEvent(QMouseEvent *event) {
  if (!(event->buttons() & Qt::LeftButton)) return;
  MUST(contactor_feed_moved(mouse, 0, event->localPos().x(), event->localPos().y()));
  MUST(contactor_feed_frame(mouse, event->timestamp()));
}

void PanelWidget::mouseReleaseEvent(QMouseEvent *event) {
  if (event->button() != Qt::LeftButton) return;
  MUST(contactor_feed_up_at(mouse, 0, event->localPos().x(), event->localPos().y()));
  MUST(contactor_feed_frame(mouse, event->timestamp()));
}

// ---- Drawing -----------------------------------------------------------------------------------------------------------------------

static void fill(void *surface, contactor_rect rect, uint32_t colour) {
  static_cast<QPainter *>(surface)->fillRect(QRectF(rect.x, rect.y, rect.width, rect.height), QColor(QRgb(colour)));
}

void PanelWidget::paintEvent(QPaintEvent *event) {
  QPainter painter(this);
  drawings += 1;
  painted = event->rect();
  panel_draw(&state, fill, &painter);
}

// ---- Self-test ---------------------------------------------------------------------------------------------------------------------

static uint32_t pixel(PanelWidget &widget, int x, int y) { return widget.grab().toImage().pixel(x, y) & 0xffffff; }

static void testRecording(PanelWidget &widget, const char *recording, int *failures) {
  const int drawings = widget.drawings;
  widget.play(recording);
  QCoreApplication::exec();
  panel_check(widget.state.presses == 2 && panel_is(widget.state.value, 0.75), "a recording's touches come by the notifier", failures);
  panel_check(widget.drawings > drawings, "what they change is drawn", failures);
  panel_check(widget.rect().contains(widget.painted) && widget.painted != widget.rect(), "and nothing else is", failures);
}

static void testTouches(PanelWidget &widget, int *failures) {
  QTouchDevice *screen = QTest::createTouchDevice();
  widget.state.presses = 0;
  const QPoint button(100, 70), quarter(120, 160), half(200, 160);
  QTest::touchEvent(&widget, screen).press(1, button, &widget).press(2, quarter, &widget);
  QTest::touchEvent(&widget, screen).stationary(1).move(2, half, &widget);
  panel_check(pixel(widget, 50, 50) == PANEL_BUTTON_DOWN, "a button under a finger is drawn pressed", failures);
  QTest::touchEvent(&widget, screen).release(1, button, &widget).stationary(2);
  QTest::touchEvent(&widget, screen).release(2, half, &widget);
  panel_check(widget.state.presses == 1, "a finger presses the button while another holds the slider", failures);
  panel_check(panel_is(widget.state.value, 0.5) && pixel(widget, 200, 160) == PANEL_KNOB, "the slider is where its finger left it", failures);
}

static void testMouse(PanelWidget &widget, int *failures) {
  QTest::mousePress(&widget, Qt::LeftButton, {}, {200, 160});
  QTest::mouseMove(&widget, {280, 160});
  QTest::mouseRelease(&widget, Qt::LeftButton, {}, {360, 160});
  panel_check(panel_is(widget.state.value, 1), "the mouse drags the slider", failures);
  QCoreApplication::processEvents();
  const int drawings = widget.drawings;
  QTest::mouseClick(&widget, Qt::LeftButton, {}, {390, 230});
  QTest::qWait(50);
  panel_check(widget.drawings == drawings, "nothing changed, so nothing was drawn", failures);
}

static void testTime(PanelWidget &widget, int *failures) {
  widget.state.long_presses = 0;
  QTest::touchEvent(&widget, QTest::createTouchDevice()).press(1, QPoint(300, 60), &widget);
  QTest::qWait(900);
  panel_check(widget.state.long_presses == 1, "a finger that rests presses long", failures);
}

static int selfTest(PanelWidget &widget, const char *recording) {
  int failures = 0;
  panel_check(QTest::qWaitForWindowExposed(&widget), "the window is there", &failures);
  testRecording(widget, recording, &failures);
  testTouches(widget, &failures);
  testMouse(widget, &failures);
  testTime(widget, &failures);
  return panel_verdict("qt", failures);
}

int main(int count, char **arguments) {
  QApplication application(count, arguments);
  const QStringList options = QCoreApplication::arguments();
  PanelWidget widget;
  widget.show();
  if (options.size() == 3 && options[1] == "--self-test") return selfTest(widget, options[2].toUtf8().constData());
  if (options.size() == 2) widget.play(options[1].toUtf8().constData());
  return QCoreApplication::exec();
}
