// The one function of the Swift runtime that ContactorCore needs and Swift cannot name.
#ifndef CONTACTOR_CRUNTIME_H
#define CONTACTOR_CRUNTIME_H

/// Retains a Swift object, unless its deinit has begun: then it returns a null pointer.
///
/// The object's memory must still be there. The corresponding function is `swift_tryRetain`.
void *contactor_try_retain(void *object);

#endif
