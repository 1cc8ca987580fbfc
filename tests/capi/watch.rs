// A program in Rust that watches two decisions through fairmon/c.h.
// rustc watch.rs -L FOLDER_OF_THE_LIBRARY -l fairmon
use std::ffi::{c_char, CStr, CString};

#[repr(C)]
#[derive(Clone, Copy)]
struct Handle(u64);

#[repr(C)]
struct Value {
    kind: i32,
    integer: i64,
    number: f64,
    text: *const c_char,
    size: usize,
}

#[repr(C)]
struct Failure {
    status: i32,
    message: *const c_char,
    stream: *const c_char,
    column: *const c_char,
    row: i64,
}

extern "C" {
    fn fairmon_compile(text: *const c_char, size: usize, name: *const c_char, options: *const c_char,
                       spec: *mut Handle, diagnostics: *mut u8) -> i32;
    fn fairmon_spec_free(spec: Handle) -> i32;
    fn fairmon_monitor_create(spec: Handle, options: *const c_char, monitor: *mut Handle) -> i32;
    fn fairmon_monitor_free(monitor: Handle) -> i32;
    fn fairmon_monitor_push_rows(monitor: Handle, times: *const Value, inputs: *const Value,
                                 rows: usize, inputs: usize, fired: *mut u64) -> i32;
    fn fairmon_last_failure() -> *const Failure;
}

fn fine(status: i32) {
    let message = unsafe { CStr::from_ptr((*fairmon_last_failure()).message) };
    assert_eq!(status, 0, "{}", message.to_string_lossy());
}

fn main() {
    let text = CString::new("input hired : Bool\ntrigger !hired \"rejected\"").unwrap();
    let (mut spec, mut monitor, mut fired) = (Handle(0), Handle(0), 0u64);
    let none = std::ptr::null();
    let value = |kind, integer, number| Value { kind, integer, number, text: none, size: 0 };
    let times = [value(4, 0, 1.0), value(4, 0, 2.5)];
    let inputs = [value(1, 1, 0.0), value(1, 0, 0.0)];
    unsafe {
        fine(fairmon_compile(text.as_ptr(), text.as_bytes().len(), none, none, &mut spec,
                             std::ptr::null_mut()));
        fine(fairmon_monitor_create(spec, none, &mut monitor));
        fine(fairmon_monitor_push_rows(monitor, times.as_ptr(), inputs.as_ptr(), 2, 1, &mut fired));
        assert_eq!(fired, 1);
        fine(fairmon_monitor_free(monitor));
        assert_eq!(fairmon_monitor_free(monitor), 6);
        fine(fairmon_spec_free(spec));
    }
    println!("one of two decisions was a rejection");
}
