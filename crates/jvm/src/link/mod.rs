//! Loading and linking (JVMS 5.3, 5.4): finding class files, laying out objects, building method tables.

mod arrays;
mod define;
mod lookup;
mod mirror;
mod shape;

pub use lookup::java_type;

use std::sync::Arc;

use classfile::ClassFile;

use crate::class::LoaderId;
use crate::heap::{ClassId, Ref};
use crate::thread::FrameKind;
use crate::vm::{Outcome, Trap, Vm, throw, unsupported};

impl Vm {
    /// A class of the JDK that must be there.
    pub fn load_boot(&mut self, name: &str) -> Outcome<ClassId> {
        self.load_class(name, LoaderId::BOOT)
    }

    /// The class `name` as code of `loader` sees it, or `NoClassDefFoundError`.
    pub fn load_class(&mut self, name: &str, loader: LoaderId) -> Outcome<ClassId> {
        match self.find_class(name, loader)? {
            Some(class) => Ok(class),
            None => throw("java/lang/NoClassDefFoundError", name),
        }
    }

    /// A class that is not on the class path: the application's loader, in Java, says so in its own words, or finds what the program
    /// has written there meanwhile.
    pub(crate) fn ask_application_loader<T>(&mut self, name: &str, by_name: bool) -> Outcome<T> {
        let asked = self.ask_loader(name, LoaderId::APP);
        if let FrameKind::Loading { by_name: kept, .. } = &mut self.frame_mut().kind {
            *kept = by_name;
        }
        asked.and(Err(Trap::Again))
    }

    pub fn loaded(&self, name: &str, loader: LoaderId) -> Option<ClassId> {
        let class = self.loaders[loader.0 as usize].classes.get(name).copied();
        class.filter(|class| self.exists_here(*class))
    }

    /// Whether the path has defined the class: what others have defined is still in the machine's tables.
    fn exists_here(&self, class: ClassId) -> bool {
        let class = self.class(class);
        !class.dynamic || self.heap.get4(class.mirror, self.known.class_defined as usize) != 0
    }

    /// `ClassLoader.defineClass`: like `define`, for a class that exists on the paths that define it only.
    pub fn define_dynamic(&mut self, file: Arc<ClassFile>, loader: LoaderId) -> Outcome<ClassId> {
        if self.loaded(&file.name, loader).is_some_and(|class| self.class(class).loader == loader) {
            let name = file.name.replace('/', ".");
            let (loader, parent) = (self.named_loader(loader), self.parent_of_loader(loader));
            let place = format!("{name} is in unnamed module of loader {loader}{parent}");
            return throw(
                "java/lang/LinkageError",
                format!("loader {loader} attempted duplicate class definition for {name}. ({place})"),
            );
        }
        let versions = self.loaders[loader.0 as usize].versions.get(&*file.name).cloned().unwrap_or_default();
        for class in versions {
            if self.is_redefinition(class, &file, loader)? {
                self.tell_mirror(class);
                let mut array = self.class(class).array;
                while let Some(id) = array {
                    self.tell_mirror(id);
                    array = self.class(id).array;
                }
                self.loaders[loader.0 as usize].classes.insert((*file.name).into(), class);
                self.exist_here(class);
                return Ok(class);
            }
        }
        self.loaders[loader.0 as usize].classes.remove(&*file.name);
        let class = self.define(file.clone(), loader, None)?;
        self.class_mut(class).dynamic = true;
        self.loaders[loader.0 as usize].versions.entry((*file.name).into()).or_default().push(class);
        self.exist_here(class);
        Ok(class)
    }

    fn exist_here(&mut self, class: ClassId) {
        self.heap.put4(self.class(class).mirror, self.known.class_defined as usize, 1);
    }

    /// Would defining `file` make what another path has defined as `class`?
    fn is_redefinition(&mut self, class: ClassId, file: &ClassFile, loader: LoaderId) -> Outcome<bool> {
        if self.class(class).file.as_deref() != Some(file) {
            return Ok(false);
        }
        let superclass = file.superclass.as_deref().map(|name| self.load_class(name, loader)).transpose()?;
        let mut interfaces = Vec::with_capacity(file.interfaces.len());
        for name in &file.interfaces {
            interfaces.push(self.load_class(name, loader)?);
        }
        Ok(self.class(class).superclass == superclass && self.class(class).interfaces == interfaces)
    }

    pub fn find_class(&mut self, name: &str, loader: LoaderId) -> Outcome<Option<ClassId>> {
        if let Some(class) = self.loaded(name, loader) {
            return Ok(Some(class));
        }
        let class = if name.starts_with('[') {
            self.find_array(name, loader)?
        } else if loader == LoaderId::BOOT {
            self.find_in_image(name)?
        } else if loader == LoaderId::APP {
            match self.find_class(name, LoaderId::BOOT)? {
                Some(class) => Some(class),
                None => self.find_on_class_path(name)?,
            }
        } else {
            return self.ask_loader(name, loader);
        };
        if let Some(class) = class {
            self.loaders[loader.0 as usize].classes.insert(name.into(), class);
        }
        Ok(class)
    }

    fn find_in_image(&mut self, name: &str) -> Outcome<Option<ClassId>> {
        let image = self.image.clone();
        let found = match image.find_class(name) {
            Ok(Some(found)) => found,
            Ok(None) => {
                let Some(bytes) = self.bytes_in_jars(name, true)? else { return Ok(None) };
                let file = self.parse_user_class(&bytes)?;
                return self.define(Arc::new(file), LoaderId::BOOT, None).map(Some);
            }
            Err(error) => return throw("java/lang/NoClassDefFoundError", format!("{name} ({error})")),
        };
        let file = match ClassFile::parse_trusted(&found.1) {
            Ok(file) => file,
            Err(error) => return throw("java/lang/ClassFormatError", error.to_string()),
        };
        self.define(Arc::new(file), LoaderId::BOOT, None).map(Some)
    }

    fn find_on_class_path(&mut self, name: &str) -> Outcome<Option<ClassId>> {
        let Some(bytes) = self.bytes_on_class_path(name)? else { return Ok(None) };
        if let Some(peer) = self.native_peer(name) {
            return unsupported(format!(
                "what Java PathFinder's native peer {peer} does for {}",
                name.replace('/', ".")
            ));
        }
        if self.transforms_here() {
            return self.load_transformed(name);
        }
        let file = self.parse_user_class(&bytes)?;
        if &*file.name != name {
            return throw("java/lang/NoClassDefFoundError", format!("{name} (wrong name: {})", file.name));
        }
        self.define(Arc::new(file), LoaderId::APP, None).map(Some)
    }

    /// Java PathFinder lets a class `JPF_pkg_C` do what methods of `pkg.C` do, native ones or not.
    fn native_peer(&mut self, name: &str) -> Option<String> {
        const PEERS: &str = "gov/nasa/jpf/vm/NativePeer";
        /// What these do is done here.
        const OURS: [&str; 2] = ["gov/nasa/jpf/vm/Verify", "gov/nasa/jpf/util/test/TestJPF"];
        let class_path = self.class_path.clone();
        let is_there = |class: &str| matches!(class_path.find_class(class), Ok(Some(_)));
        if !*self.has_peers.get_or_insert_with(|| is_there(PEERS)) || OURS.contains(&name) {
            return None;
        }
        let simple = format!("JPF_{}", name.replace('/', "_"));
        let package = name.rsplit_once('/').map_or(String::new(), |(package, _)| format!("{package}/"));
        let folders = [package.as_str(), "gov/nasa/jpf/vm/", ""];
        folders
            .into_iter()
            .map(|folder| format!("{folder}{simple}"))
            .find(|peer| is_there(peer))
            .map(|peer| peer.replace('/', "."))
    }

    /// What transformers made of a class of the class path.
    pub(crate) fn define_from_class_path(&mut self, bytes: &[u8]) -> Outcome<ClassId> {
        let file = self.parse_user_class(bytes)?;
        let class = self.define(Arc::new(file), LoaderId::APP, None)?;
        self.class_bytes.insert(class, bytes.into());
        Ok(class)
    }

    pub(crate) fn bytes_on_class_path(&mut self, name: &str) -> Outcome<Option<Vec<u8>>> {
        match self.class_path.clone().find_class(name) {
            Ok(Some(bytes)) => Ok(Some(bytes)),
            Ok(None) => self.bytes_in_jars(name, false),
            Err(error) => throw("java/lang/NoClassDefFoundError", format!("{name} ({error})")),
        }
    }

    /// A class of the jars that agents have added.
    pub(crate) fn bytes_in_jars(&mut self, name: &str, boot: bool) -> Outcome<Option<Vec<u8>>> {
        for jar in if boot { &self.boot_jars } else { &self.app_jars } {
            match jar.find(&format!("{name}.class"), self.config.java_version) {
                Ok(None) => {}
                Ok(found) => return Ok(found),
                Err(error) => return throw("java/lang/NoClassDefFoundError", format!("{name} ({error})")),
            }
        }
        Ok(None)
    }

    /// A loader as HotSpot names it in messages: by its name, else by its class, and by its identity unless it is one of the system's.
    fn named_loader(&mut self, loader: LoaderId) -> String {
        let object = self.loader_object(loader);
        if object.is_null() {
            return "'bootstrap'".to_owned();
        }
        let class = self.heap.class_of(object);
        let name = self.offset_of(class, "name").map_or(Ref::NULL, |at| self.heap.get_ref(object, at as usize));
        let called = match name.is_null() {
            true => self.class(class).name.replace('/', "."),
            false => format!("'{}'", self.string_text(name)),
        };
        if called == "'app'" || called == "'platform'" {
            return called;
        }
        format!("{called} @{:x}", self.heap.identity_hash(object))
    }

    fn parent_of_loader(&mut self, loader: LoaderId) -> String {
        let object = self.loader_object(loader);
        let at = if object.is_null() { None } else { self.offset_of(self.heap.class_of(object), "parent") };
        let parent = at.map_or(Ref::NULL, |at| self.heap.get_ref(object, at as usize));
        if object.is_null() {
            return String::new();
        }
        let parent = if parent.is_null() { LoaderId::BOOT } else { self.loader_of(parent) };
        format!(", parent loader {}", self.named_loader(parent))
    }

    pub fn parse_user_class(&mut self, bytes: &[u8]) -> Outcome<ClassFile> {
        self.parse_class_called(bytes, None)
    }

    /// What is no class file at all is told in HotSpot's words, which programs show.
    pub fn parse_class_called(&mut self, bytes: &[u8], name: Option<&str>) -> Outcome<ClassFile> {
        const MAGIC: u32 = 0xcafe_babe;
        // Magic and version come first, and are missed first.
        const START: usize = 8;
        if bytes.len() < START {
            return throw("java/lang/ClassFormatError", "Truncated class file");
        }
        let magic = bytes.first_chunk().map(|first| u32::from_be_bytes(*first));
        if let Some(magic) = magic.filter(|magic| *magic != MAGIC) {
            let message = format!("Incompatible magic value {magic} in class file {}", name.unwrap_or("<Unknown>"));
            return throw("java/lang/ClassFormatError", message);
        }
        self.check_version(bytes, name)?;
        ClassFile::parse(bytes).map_err(|error| {
            let class = if matches!(error, classfile::ClassError::Version { .. }) {
                "java/lang/UnsupportedClassVersionError"
            } else {
                "java/lang/ClassFormatError"
            };
            let mut message = error.to_string();
            if message == classfile::TRUNCATED {
                message = "Truncated class file".to_owned();
            }
            Trap::ThrowNew { class, message: Some(message) }
        })
    }

    /// A class for a later Java than the library's is refused in HotSpot's words, whatever else is wrong with it.
    fn check_version(&self, bytes: &[u8], name: Option<&str>) -> Outcome<()> {
        const BEFORE_JAVA_1: u16 = 44;
        let newest = self.config.java_version + BEFORE_JAVA_1;
        let number = |at: usize| bytes.get(at..at + 2).map_or(0, |pair| u16::from_be_bytes([pair[0], pair[1]]));
        let (minor, major) = (number(4), number(6));
        if major <= newest {
            return Ok(());
        }
        let own = ClassFile::parse(bytes).ok().map(|file| file.name.to_string());
        let name = name.map(str::to_owned).or(own).unwrap_or_else(|| "<Unknown>".to_owned());
        let message = format!(
            "{name} has been compiled by a more recent version of the Java Runtime (class file version {major}.{minor}), \
             this version of the Java Runtime only recognizes class file versions up to {newest}.0"
        );
        throw("java/lang/UnsupportedClassVersionError", message)
    }

    /// A loader written in Java finds the class; the instruction that needs it runs again afterwards.
    fn ask_loader(&mut self, name: &str, loader: LoaderId) -> Outcome<Option<ClassId>> {
        let object = self.loader_object(loader);
        let java_name = self.new_string(&name.replace('/', "."))?;
        let stub = self.load_stub()?;
        let kind = FrameKind::Loading { loader, by_name: false };
        self.push_frame(stub, &[object.slot(), java_name.slot()], kind)?;
        Err(Trap::Again)
    }
}
