// The one import for an application: the engine, its controls, panels, recordings, input devices and layouts.
@_exported public import ContactorControls
@_exported public import ContactorCore
@_exported public import ContactorEvdev
@_exported public import ContactorInput
@_exported public import ContactorLayout
@_exported public import ContactorSystem
@_exported public import ContactorTrace
