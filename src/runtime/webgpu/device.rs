//! The device that the sessions of this instance share: its adapter, its pipelines
//! and what has become of it.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use js_sys::{Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Gpu, GpuAdapter, GpuAutoLayoutMode, GpuBindGroupLayout, GpuComputePipeline,
    GpuComputePipelineDescriptor, GpuDevice, GpuDeviceDescriptor, GpuPowerPreference,
    GpuProgrammableStage, GpuRequestAdapterOptions, GpuShaderModuleDescriptor,
};

use super::buffers::Pool;
use super::program::{Limits, Pass};
use super::timer::{Timer, Unanswered};

/// Largest buffers that are asked of an adapter which offers them.
const MOST_BYTES: f64 = 1_073_741_824.0;

/// What adapters that compute on the CPU call themselves.
const SOFTWARE: [&str; 5] = [
    "swiftshader",
    "llvmpipe",
    "lavapipe",
    "softpipe",
    "basic render",
];

thread_local! {
    static SHARED: RefCell<Option<Rc<Device>>> = const { RefCell::new(None) };
}

/// A device and what was made on it.
pub struct Device {
    pub(super) device: GpuDevice,
    pub(super) limits: Limits,
    /// Vendor, architecture and whatever else the adapter tells of itself.
    pub(super) name: String,
    /// Whether it computes on the CPU.
    pub(super) software: bool,
    pub(super) pool: RefCell<Pool>,
    lost: Rc<RefCell<Option<String>>>,
    pipelines: RefCell<HashMap<Rc<str>, Pipeline>>,
    sessions: Cell<usize>,
}

/// A pipeline and the layout of its buffers.
#[derive(Clone)]
pub struct Pipeline {
    pub(super) pipeline: GpuComputePipeline,
    pub(super) layout: GpuBindGroupLayout,
}

impl Device {
    /// The device of this instance, unless it is lost; then a new one.
    ///
    /// # Errors
    ///
    /// Why there is none, as the end of a sentence.
    pub async fn shared() -> Result<Rc<Self>, String> {
        let there = SHARED.with(|shared| shared.borrow().clone());
        if let Some(device) = there.filter(|device| device.lost().is_none()) {
            return Ok(device);
        }
        let device = Rc::new(Self::request().await?);
        // Another session may have had one in the meantime.
        let there = SHARED.with(|shared| shared.borrow().clone());
        if let Some(first) = there.filter(|device| device.lost().is_none()) {
            device.device.destroy();
            return Ok(first);
        }
        SHARED.with(|shared| *shared.borrow_mut() = Some(Rc::clone(&device)));
        Ok(device)
    }

    async fn request() -> Result<Self, String> {
        let adapter = adapter().await?;
        let info = adapter.info();
        let parts = [
            info.vendor(),
            info.architecture(),
            info.device(),
            info.description(),
        ];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let name = parts.join(" ");
        let told = name.to_lowercase();
        // `isFallbackAdapter` is not everywhere.
        let fallback = Reflect::get(&info, &"isFallbackAdapter".into());
        let software = fallback.is_ok_and(|value| value.is_truthy())
            || SOFTWARE.iter().any(|software| told.contains(software));

        let offered = adapter.limits();
        let binding = offered.max_storage_buffer_binding_size().min(MOST_BYTES);
        let size = offered.max_buffer_size().min(MOST_BYTES);
        let limits = Object::new();
        for (key, value) in [
            ("maxStorageBufferBindingSize", binding),
            ("maxBufferSize", size),
        ] {
            let _ = Reflect::set(&limits, &key.into(), &value.into());
        }
        let descriptor = GpuDeviceDescriptor::new();
        descriptor.set_required_limits(limits.unchecked_ref());
        let device = Timer::of_offer()
            .within(adapter.request_device_with_descriptor(&descriptor))
            .await
            .map_err(|error| format!("the adapter {name} gives no device: {}", error.problem()))?;
        let device: GpuDevice = device.unchecked_into();

        let lost = Rc::new(RefCell::new(None));
        let heard = Rc::clone(&lost);
        let loss = untyped(device.lost());
        wasm_bindgen_futures::spawn_local(async move {
            let (Ok(info) | Err(info)) = settled(loss).await;
            *heard.borrow_mut() = Some(text(&info));
        });
        Ok(Self {
            limits: Limits {
                // A buffer is bound as a whole, and sizes in WGSL are 32 bits.
                binding: binding.min(size) as u64,
            },
            name,
            software,
            pool: RefCell::new(Pool::new(device.clone())),
            lost,
            pipelines: RefCell::default(),
            sessions: Cell::new(0),
            device,
        })
    }

    /// Why the device can no longer be used, if it cannot.
    pub fn lost(&self) -> Option<String> {
        self.lost.borrow().clone()
    }

    /// Takes the device for lost.
    pub fn give_up(&self, reason: &str) {
        self.lost
            .borrow_mut()
            .get_or_insert_with(|| reason.to_owned());
    }

    /// Counts a session.
    pub fn enter(&self) {
        self.sessions.set(self.sessions.get() + 1);
    }

    /// Counts a session that ends; the last lets the memory of runs go.
    pub fn leave(&self) {
        self.sessions.set(self.sessions.get().saturating_sub(1));
        if self.sessions.get() == 0 {
            self.pool.borrow_mut().clear();
        }
    }

    /// The pipelines of passes; those that are new are compiled side by side.
    ///
    /// # Errors
    ///
    /// The message of the first that does not compile, or in time.
    pub async fn pipelines(
        &self,
        passes: &[Pass],
        timer: &Timer,
    ) -> Result<Vec<Pipeline>, Unanswered> {
        let mut making: Vec<(Rc<str>, &'static str, Promise)> = vec![];
        for pass in passes {
            let known = self.pipelines.borrow().contains_key(&pass.shader)
                || making.iter().any(|(shader, ..)| *shader == pass.shader);
            if known {
                continue;
            }
            let shader = GpuShaderModuleDescriptor::new(&pass.shader);
            shader.set_label(pass.name);
            let module = self.device.create_shader_module(&shader);
            let stage = GpuProgrammableStage::new(&module);
            stage.set_entry_point("main");
            let descriptor = GpuComputePipelineDescriptor::new_with_gpu_auto_layout_mode(
                GpuAutoLayoutMode::Auto,
                &stage,
            );
            descriptor.set_label(pass.name);
            let promise = self.device.create_compute_pipeline_async(&descriptor);
            making.push((Rc::clone(&pass.shader), pass.name, untyped(promise)));
        }
        for (shader, name, promise) in making {
            let pipeline = timer.within(promise).await.map_err(|unanswered| {
                let said = |problem| format!("the shader of {name}: {problem}");
                match unanswered {
                    Unanswered::Failed(problem) => Unanswered::Failed(said(problem)),
                    Unanswered::Silent(problem) => Unanswered::Silent(said(problem)),
                }
            })?;
            let pipeline: GpuComputePipeline = pipeline.unchecked_into();
            let layout = pipeline.get_bind_group_layout(0);
            self.pipelines
                .borrow_mut()
                .insert(shader, Pipeline { pipeline, layout });
        }
        let known = self.pipelines.borrow();
        passes
            .iter()
            .map(|pass| known.get(&pass.shader).cloned())
            .collect::<Option<_>>()
            .ok_or_else(|| Unanswered::Failed("a pipeline is missing".into()))
    }
}

/// The best adapter of this host.
async fn adapter() -> Result<GpuAdapter, String> {
    let get = |of: &JsValue, key: &str| Reflect::get(of, &key.into()).unwrap_or_default();
    let navigator = get(&js_sys::global(), "navigator");
    let gpu = if navigator.is_object() {
        get(&navigator, "gpu")
    } else {
        JsValue::UNDEFINED
    };
    if !gpu.is_object() {
        return Err("this host has no navigator.gpu".into());
    }
    let gpu: Gpu = gpu.unchecked_into();
    let options = GpuRequestAdapterOptions::new();
    options.set_power_preference(GpuPowerPreference::HighPerformance);
    let adapter = Timer::of_offer()
        .within(gpu.request_adapter_with_options(&options))
        .await
        .map_err(|error| format!("asking for an adapter failed: {}", error.problem()))?;
    if adapter.is_object() {
        Ok(adapter.unchecked_into())
    } else {
        Err("navigator.gpu offers no adapter".into())
    }
}

/// A promise without the type of what it gives.
pub(super) fn untyped(promise: impl JsCast) -> Promise {
    promise.unchecked_into()
}

/// What a promise gives.
pub(super) async fn settled(promise: impl JsCast) -> Result<JsValue, JsValue> {
    JsFuture::from(untyped(promise)).await
}

/// The message of an error, or of why a device was lost.
pub(super) fn text(value: &JsValue) -> String {
    let property = |key: &str| {
        let value = Reflect::get(value, &key.into()).ok()?;
        value.as_string().filter(|text| !text.is_empty())
    };
    if !value.is_object() {
        return value.as_string().unwrap_or_else(|| format!("{value:?}"));
    }
    property("message")
        .or_else(|| property("reason"))
        .unwrap_or_else(|| "no reason given".into())
}
