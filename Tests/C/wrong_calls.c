/* Every function with an object as its first argument, with otherwise right arguments; wrong_objects.c makes the calls. */
#include "wrong.h"

/* Engines */
CALL(contactor_engine_replace_layout, ENGINE, contactor_engine_replace_layout(o, "/nonexistent.yaml"));
CALL(contactor_engine_destroy, ENGINE, contactor_engine_destroy(o));
CALL(contactor_engine_take_over, ENGINE, contactor_engine_take_over(o));
CALL(contactor_engine_fd, ENGINE, contactor_engine_fd(o));
CALL(contactor_engine_dispatch, ENGINE, contactor_engine_dispatch(o));
CALL(contactor_engine_deadline, ENGINE, contactor_engine_deadline(o, &w->outs.i64));
CALL(contactor_engine_timeout, ENGINE, contactor_engine_timeout(o, &w->outs.i32));
CALL(contactor_engine_advance, ENGINE, contactor_engine_advance(o, INT64_MAX));
CALL(contactor_engine_now, ENGINE, contactor_engine_now(o, &w->outs.i64));
CALL_R(contactor_engine_at, ENGINE, contactor_engine_at(o, 0, count_action, &w->counter, count_release, &w->outs.u64));
CALL(contactor_engine_cancel_timer, ENGINE, contactor_engine_cancel_timer(o, 1));
CALL(contactor_engine_key, ENGINE, contactor_engine_key(o, "a", 0, 1, 1, &w->outs.i32));
CALL(contactor_engine_cancel_touches, ENGINE, contactor_engine_cancel_touches(o));
CALL(contactor_engine_touches, ENGINE, contactor_engine_touches(o, w->outs.touches, 2, &w->outs.size));
CALL(contactor_engine_find, ENGINE, contactor_engine_find(o, "a", &w->outs.view));
CALL(contactor_engine_window_count, ENGINE, contactor_engine_window_count(o, &w->outs.size));
CALL(contactor_engine_window, ENGINE, contactor_engine_window(o, 0, &w->outs.view));
CALL(contactor_engine_route, ENGINE, contactor_engine_route(o, 1, NULL));
CALL(contactor_engine_send, ENGINE, contactor_engine_send(o, "save:", NULL, NULL, &w->outs.i32));
CALL(contactor_engine_set_target, ENGINE, contactor_engine_set_target(o, NULL));
CALL_R(contactor_engine_on_log, ENGINE, contactor_engine_on_log(o, never_line, &w->counter, count_release));
CALL_R(contactor_engine_on_device, ENGINE, contactor_engine_on_device(o, never_device, &w->counter, count_release));
CALL_R(contactor_engine_on_problem, ENGINE, contactor_engine_on_problem(o, never_line, &w->counter, count_release));
CALL_R(contactor_engine_on_layout_action, ENGINE, contactor_engine_on_layout_action(o, never_layout, &w->counter, count_release));
CALL(contactor_engine_connect, ENGINE, contactor_engine_connect(o, w->target, "panel"));
CALL(contactor_engine_play, ENGINE, contactor_engine_play(o, "/nonexistent", NULL, &w->outs.size));
CALL(contactor_source_open, ENGINE, contactor_source_open(o, CONTACTOR_SOURCE_LIBINPUT, NULL, 0, NULL, &w->outs.source));
CALL(contactor_source_open_recording, ENGINE, contactor_source_open_recording(o, "/nonexistent", NULL, &w->outs.source));
CALL(contactor_feed_create, ENGINE, contactor_feed_create(o, 32, 1000, &w->outs.feed));
CALL(contactor_view_create, ENGINE, contactor_view_create(o, CONTACTOR_SLIDER, rect(0, 0, 1, 1), &w->outs.view));
CALL(contactor_target_create, ENGINE, contactor_target_create(o, &w->outs.target));
CALL(contactor_menu_create, ENGINE, contactor_menu_create(o, "menu", &w->outs.menu));
CALL(contactor_alert_create, ENGINE, contactor_alert_create(o, "title", "text", &w->outs.alert));

/* Sources and feeds */
CALL(contactor_source_is_at_end, SOURCE, contactor_source_is_at_end(o, &w->outs.i32));
CALL(contactor_source_close, SOURCE, contactor_source_close(o));
CALL(contactor_feed_device, FEED, contactor_feed_device(o, &w->outs.u32));
CALL(contactor_feed_down, FEED, contactor_feed_down(o, 1, 1, 1));
CALL(contactor_feed_moved, FEED, contactor_feed_moved(o, 1, 1, 1));
CALL(contactor_feed_up, FEED, contactor_feed_up(o, 1));
CALL(contactor_feed_up_at, FEED, contactor_feed_up_at(o, 1, 1, 1));
CALL(contactor_feed_cancelled, FEED, contactor_feed_cancelled(o, 1));
CALL(contactor_feed_cancel_all, FEED, contactor_feed_cancel_all(o));
CALL(contactor_feed_frame, FEED, contactor_feed_frame(o, 1));
CALL(contactor_feed_destroy, FEED, contactor_feed_destroy(o));

/* Views */
CALL(contactor_view_destroy, VIEW, contactor_view_destroy(o));
CALL(contactor_view_kind, VIEW, contactor_view_kind(o, &w->outs.kind));
CALL(contactor_view_add_subview, VIEW, contactor_view_add_subview(o, w->view));
CALL(contactor_view_insert_subview, VIEW, contactor_view_insert_subview(o, w->view, 0));
CALL(contactor_view_remove, VIEW, contactor_view_remove(o));
CALL(contactor_view_bring_to_front, VIEW, contactor_view_bring_to_front(o));
CALL(contactor_view_subview_count, VIEW, contactor_view_subview_count(o, &w->outs.size));
CALL(contactor_view_subview, VIEW, contactor_view_subview(o, 0, &w->outs.view));
CALL(contactor_view_superview, VIEW, contactor_view_superview(o, &w->outs.view));
CALL(contactor_view_window, VIEW, contactor_view_window(o, &w->outs.view));
CALL(contactor_view_hit_test, VIEW, contactor_view_hit_test(o, point(1, 1), &w->outs.view));
CALL(contactor_view_convert, VIEW, contactor_view_convert(o, point(1, 1), NULL, &w->outs.point));
CALL(contactor_view_set_transform, VIEW, contactor_view_set_transform(o, (contactor_transform){2, 0, 0, 2, 0, 0}));
CALL(contactor_view_layout, VIEW, contactor_view_layout(o));
CALL(contactor_view_focus, VIEW, contactor_view_focus(o));
CALL(contactor_view_resign, VIEW, contactor_view_resign(o));
CALL(contactor_window_make_key, VIEW, contactor_window_make_key(o));
CALL(contactor_view_parts, VIEW, contactor_view_parts(o, never_part, &w->counter));
CALL_R(contactor_view_on_change, VIEW, contactor_view_on_change(o, never_change, &w->counter, count_release));
CALL_R(contactor_view_on_touches, VIEW, contactor_view_on_touches(o, never_touches, &w->counter, count_release));
CALL(contactor_view_touches, VIEW, contactor_view_touches(o, w->outs.touches, 2, &w->outs.size));
CALL(contactor_view_set_target, VIEW, contactor_view_set_target(o, w->target));
CALL(contactor_view_set_menu, VIEW, contactor_view_set_menu(o, w->menu));
CALL(contactor_gesture_create, VIEW, contactor_gesture_create(o, CONTACTOR_TAP, &w->outs.gesture));

/* Properties */
CALL(contactor_set_number, ANY, contactor_set_number(o, CONTACTOR_ENABLED, 0));
CALL(contactor_get_number, ANY, contactor_get_number(o, CONTACTOR_ENABLED, &w->outs.number));
CALL(contactor_set_text, ANY, contactor_set_text(o, CONTACTOR_IDENTIFIER, "b"));
CALL(contactor_get_text, ANY, contactor_get_text(o, CONTACTOR_IDENTIFIER, w->outs.text, 16, &w->outs.size));
CALL(contactor_set_rect, ANY, contactor_set_rect(o, CONTACTOR_FRAME, rect(0, 0, 7, 7)));
CALL(contactor_get_rect, ANY, contactor_get_rect(o, CONTACTOR_FRAME, &w->outs.rect));
CALL(contactor_set_number_at, VIEW, contactor_set_number_at(o, CONTACTOR_TAG, 0, 0, 5));
CALL(contactor_get_number_at, VIEW, contactor_get_number_at(o, CONTACTOR_TAG, 0, 0, &w->outs.number));
CALL(contactor_set_text_at, VIEW, contactor_set_text_at(o, CONTACTOR_TITLE, 0, 0, "b"));
CALL(contactor_get_text_at, VIEW, contactor_get_text_at(o, CONTACTOR_TITLE, 0, 0, w->outs.text, 16, &w->outs.size));
CALL(contactor_set_titles, VIEW, contactor_set_titles(o, 0, (const char *const[]){"a"}, 1));
CALL(contactor_picker_selected, VIEW, contactor_picker_selected(o, 0, &w->outs.i64));
CALL(contactor_picker_select, VIEW, contactor_picker_select(o, 0, 0, 0));
CALL(contactor_matrix_set_cells, VIEW, contactor_matrix_set_cells(o, CONTACTOR_CELL_TEXT, 1, 1));
CALL(contactor_matrix_select, VIEW, contactor_matrix_select(o, 0, 0));

/* Controls and targets */
CALL_R(contactor_control_on, VIEW, contactor_control_on(o, CONTACTOR_TOUCH_DOWN, count_action, &w->counter, count_release, &w->outs.u64));
CALL(contactor_control_off, VIEW, contactor_control_off(o, 1));
CALL(contactor_control_add_target, VIEW, contactor_control_add_target(o, w->target, "save:", CONTACTOR_TOUCH_DOWN));
CALL(contactor_control_remove_target, VIEW, contactor_control_remove_target(o, w->target, "save:", CONTACTOR_TOUCH_DOWN));
CALL(contactor_control_send, VIEW, contactor_control_send(o, CONTACTOR_TOUCH_DOWN));
CALL(contactor_button_click, VIEW, contactor_button_click(o));
CALL(contactor_button_group, VIEW, contactor_button_group((contactor_view *const[]){o}, 1));
CALL(contactor_text_insert, VIEW, contactor_text_insert(o, "a"));
CALL_R(contactor_control_on_tracking, VIEW, contactor_control_on_tracking(o, never_tracking, &w->counter, count_release));
CALL_R(contactor_target_on, TARGET, contactor_target_on(o, "print:", count_action, &w->counter, count_release));
CALL(contactor_target_destroy, TARGET, contactor_target_destroy(o));

/* Gestures */
CALL(contactor_gesture_destroy, GESTURE, contactor_gesture_destroy(o));
CALL_R(contactor_gesture_on, GESTURE, contactor_gesture_on(o, count_gesture, &w->counter, count_release));
CALL(contactor_gesture_add_action, GESTURE, contactor_gesture_add_action(o, "save:"));
CALL(contactor_gesture_require_failure, GESTURE, contactor_gesture_require_failure(o, w->pan));
CALL_R(contactor_gesture_set_delegate, GESTURE, contactor_gesture_set_delegate(o, never_answer, &w->counter, count_release));
CALL(contactor_gesture_location, GESTURE, contactor_gesture_location(o, NULL, &w->outs.point));
CALL(contactor_gesture_translation, GESTURE, contactor_gesture_translation(o, &w->outs.point));
CALL(contactor_gesture_velocity, GESTURE, contactor_gesture_velocity(o, &w->outs.point));
CALL(contactor_gesture_add_template, GESTURE, contactor_gesture_add_template(o, "line", (const contactor_point[]){{0, 0}, {1, 0}}, 2));

/* Scrolling, lists, trees */
CALL(contactor_scroll_to, VIEW, contactor_scroll_to(o, point(0, 1), 0));
CALL(contactor_page_view_add, VIEW, contactor_page_view_add(o, w->view));
CALL_R(contactor_list_set_source, VIEW, contactor_list_set_source(o, list_source(&w->counter)));
CALL(contactor_list_reload, VIEW, contactor_list_reload(o));
CALL(contactor_list_begin, VIEW, contactor_list_begin(o));
CALL(contactor_list_end, VIEW, contactor_list_end(o));
CALL(contactor_list_insert, VIEW, contactor_list_insert(o, 0, 0, 1));
CALL(contactor_list_delete, VIEW, contactor_list_delete(o, 0, 0, 1));
CALL(contactor_list_refresh, VIEW, contactor_list_refresh(o, 0, 0, 1));
CALL(contactor_list_select, VIEW, contactor_list_select(o, 0, 0, 1));
CALL(contactor_list_is_selected, VIEW, contactor_list_is_selected(o, 0, 0, &w->outs.i32));
CALL(contactor_list_scroll_to, VIEW, contactor_list_scroll_to(o, 0, 0, 0));
CALL(contactor_list_row_at, VIEW, contactor_list_row_at(o, point(1, 1), &w->outs.size, &w->outs.other_size));
CALL(contactor_list_cells, VIEW, contactor_list_cells(o, never_cell, &w->counter));
CALL_R(contactor_tree_set_source, VIEW, contactor_tree_set_source(o, tree_source(&w->counter)));
CALL(contactor_tree_reload, VIEW, contactor_tree_reload(o));
CALL(contactor_outline_expand, VIEW, contactor_outline_expand(o, 1, 1));

/* Menus and dialogs */
CALL(contactor_menu_destroy, MENU, contactor_menu_destroy(o));
CALL_R(contactor_menu_add, MENU, contactor_menu_add(o, "b", count_action, &w->counter, count_release, &w->outs.item));
CALL(contactor_menu_add_action, MENU, contactor_menu_add_action(o, "b", "save:", w->target, &w->outs.item));
CALL(contactor_menu_add_separator, MENU, contactor_menu_add_separator(o));
CALL(contactor_menu_add_submenu, MENU, contactor_menu_add_submenu(o, "b", w->menu, &w->outs.item));
CALL(contactor_menu_pop_up, MENU, contactor_menu_pop_up(o, w->view, rect(0, 0, 1, 1)));
CALL(contactor_menu_close, MENU, contactor_menu_close(o));
CALL(contactor_menu_perform, MENU, contactor_menu_perform(o, 0));
CALL(contactor_alert_destroy, ALERT, contactor_alert_destroy(o));
CALL(contactor_alert_add_button, ALERT, contactor_alert_add_button(o, "b", CONTACTOR_ALERT_STANDARD, &w->outs.view));
CALL(contactor_alert_add_text_field, ALERT, contactor_alert_add_text_field(o, "b", &w->outs.view));
CALL_R(contactor_alert_begin, ALERT, contactor_alert_begin(o, w->window, never_alert, &w->counter, count_release));
CALL(contactor_alert_end, ALERT, contactor_alert_end(o, 0));
