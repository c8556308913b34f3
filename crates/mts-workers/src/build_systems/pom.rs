//! Reads a `pom.xml` without Maven: modules, properties, language level, and the need for
//! libraries.
//!
//! This module reads no profiles, and no parents outside the repository. Only Maven reads them.

use quick_xml::Reader;
use quick_xml::events::Event;
use std::collections::{BTreeMap, BTreeSet};

/// An element of an XML document.
#[derive(Debug, Default)]
struct Element {
    name: String,
    text: String,
    children: Vec<Element>,
}

impl Element {
    fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// Returns the element at a path of element names.
    fn at(&self, path: &str) -> Option<&Self> {
        path.split('/').try_fold(self, |element, name| element.child(name))
    }

    fn text_at(&self, path: &str) -> Option<&str> {
        self.at(path).map(|element| element.text.trim()).filter(|text| !text.is_empty())
    }

    fn all<'a>(&'a self, path: &str, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.at(path).into_iter().flat_map(|list| &list.children).filter(move |child| child.name == name)
    }
}

/// The used parts of a `pom.xml`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Pom {
    /// The modules, as paths relative to the folder of the file. A path is a folder or a file.
    pub modules: Vec<String>,
    /// The text of the element `artifactId`.
    pub artifact: String,
    /// The path of the parent's file or folder, relative to the folder of this file. The parent may be missing.
    pub parent: Option<String>,
    /// The properties, without substitution.
    pub properties: BTreeMap<String, String>,
    /// The folder of the sources, if it is not the default folder.
    pub sources: Option<String>,
    /// The setting `release` of the compiler plugin.
    pub release: Option<String>,
    /// The setting `source` of the compiler plugin.
    pub source: Option<String>,
    /// The artifacts that main code depends on.
    pub needs: BTreeSet<String>,
}

impl Pom {
    /// Parses a `pom.xml`. `None` if the text is not XML or has no root `project`.
    pub fn parse(text: &str) -> Option<Self> {
        let root = tree(text)?;
        let mut pom = Self {
            modules: root.all("modules", "module").map(|module| module.text.trim().to_owned()).collect(),
            artifact: root.text_at("artifactId").unwrap_or_default().to_owned(),
            sources: root.text_at("build/sourceDirectory").map(str::to_owned),
            ..Self::default()
        };
        if let Some(parent) = root.child("parent") {
            let path = match parent.child("relativePath") {
                Some(path) => path.text.trim(),
                None => "../pom.xml",
            };
            pom.parent = (!path.is_empty()).then(|| path.to_owned());
        }
        for property in root.child("properties").into_iter().flat_map(|list| &list.children) {
            pom.properties.insert(property.name.clone(), property.text.trim().to_owned());
        }
        for plugins in ["build/pluginManagement/plugins", "build/plugins"] {
            let plugins = root.all(plugins, "plugin");
            for plugin in plugins.filter(|plugin| plugin.text_at("artifactId") == Some("maven-compiler-plugin")) {
                let own = |key: &str| plugin.text_at(&format!("configuration/{key}")).map(str::to_owned);
                pom.release = own("release").or(pom.release);
                pom.source = own("source").or(pom.source);
            }
        }
        for dependency in root.all("dependencies", "dependency") {
            if dependency.text_at("scope") != Some("test") {
                pom.needs.extend(dependency.text_at("artifactId").map(str::to_owned));
            }
        }
        Some(pom)
    }

    /// Replaces the properties in a text by their values. `all` has the `pom.xml` files, innermost first.
    pub fn fill(text: &str, all: &[&Self]) -> String {
        let mut text = text.to_owned();
        // A property may refer to another property. The limit stops a property that refers to
        // itself.
        for _ in 0..8 {
            let Some((before, rest)) = text.split_once("${") else { break };
            let Some((name, after)) = rest.split_once('}') else { break };
            let Some(value) = all.iter().find_map(|pom| pom.properties.get(name)) else { break };
            text = format!("{before}{value}{after}");
        }
        text
    }
}

/// Returns the texts of all elements with one of these names. The list is empty if the text is not XML.
pub(super) fn texts_of(text: &str, names: &[&str]) -> Vec<String> {
    fn collect(element: &Element, names: &[&str], found: &mut Vec<String>) {
        if names.contains(&element.name.as_str()) {
            found.push(element.text.trim().to_owned());
        }
        element.children.iter().for_each(|child| collect(child, names, found));
    }
    let mut found = Vec::new();
    if let Some(document) = document(text) {
        collect(&document, names, &mut found);
    }
    found
}

fn tree(text: &str) -> Option<Element> {
    document(text)?.children.into_iter().find(|element| element.name == "project")
}

/// Parses the elements of a text, as children of an element without a name.
fn document(text: &str) -> Option<Element> {
    let mut reader = Reader::from_str(text);
    let mut open = vec![Element::default()];
    loop {
        match reader.read_event().ok()? {
            Event::Start(tag) => {
                let name = String::from_utf8_lossy(tag.local_name().as_ref()).into_owned();
                open.push(Element { name, ..Element::default() });
            }
            Event::Empty(tag) => {
                let name = String::from_utf8_lossy(tag.local_name().as_ref()).into_owned();
                open.last_mut()?.children.push(Element { name, ..Element::default() });
            }
            Event::End(_) => {
                let done = open.pop()?;
                open.last_mut()?.children.push(done);
            }
            Event::Text(part) => open.last_mut()?.text.push_str(&part.decode().ok()?),
            Event::GeneralRef(entity) => {
                let name = entity.decode().ok()?;
                let known = quick_xml::escape::resolve_xml_entity(&name).map(str::to_owned);
                let character = || entity.resolve_char_ref().ok().flatten().map(String::from);
                open.last_mut()?.text.push_str(&known.or_else(character).unwrap_or_default());
            }
            Event::CData(part) => open.last_mut()?.text.push_str(&part.decode().ok()?),
            Event::Eof => break,
            _ => {}
        }
    }
    open.pop().filter(|_| open.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_fuzz::FuzzTarget;

    #[test]
    fn every_pom_is_read_or_refused() {
        let tokens = &[
            "<a>",
            "</a>",
            "<a/>",
            "<",
            ">",
            "&lt;",
            "&#0;",
            "&x;",
            "<![CDATA[",
            "]]>",
            "<!--",
            "-->",
            "${a}",
            "<!DOCTYPE a [<!ENTITY x \"y\">]>",
            "<properties><a>${a}${a}</a></properties>",
            "<?xml version=\"1.0\"?>",
        ];
        let target = FuzzTarget { name: "pom", seeds: vec![POM.into()], tokens };
        target.run(|bytes| {
            let Some(Some(pom)) = std::str::from_utf8(bytes).ok().map(Pom::parse) else { return false };
            assert!(Pom::fill("${a} ${release}", &[&pom]).len() <= 8 * bytes.len() + 16);
            true
        });
    }

    const POM: &str = r#"<?xml version="1.0"?>
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <parent><artifactId>acme</artifactId><relativePath/></parent>
          <artifactId>ledger</artifactId>
          <modules><module>core</module><!-- <module>old</module> --><module>app</module></modules>
          <properties><java>11</java><level>${java}</level></properties>
          <dependencyManagement><dependencies><dependency><artifactId>bom</artifactId></dependency></dependencies></dependencyManagement>
          <dependencies>
            <dependency><artifactId>lang3</artifactId></dependency>
            <dependency><artifactId>junit</artifactId><scope>test</scope></dependency>
          </dependencies>
          <build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId>
            <configuration><release>${level}</release></configuration></plugin></plugins></build>
        </project>"#;

    #[test]
    fn modules_libraries_and_the_level_are_read() {
        let pom = Pom::parse(POM).expect("a pom");
        assert_eq!(pom.modules, ["core", "app"]);
        assert_eq!(pom.needs.iter().collect::<Vec<_>>(), ["lang3"]);
        assert_eq!(Pom::fill(pom.release.as_deref().expect("a level"), &[&pom]), "11");
        assert_eq!(pom.parent, None, "an empty path is no file");
    }

    #[test]
    fn a_property_that_names_itself_does_not_hang() {
        let text = "<project><properties><a>${a}</a></properties></project>";
        assert_eq!(Pom::fill("${a}", &[&Pom::parse(text).expect("a pom")]), "${a}");
    }

    #[test]
    fn text_that_is_no_pom_parses_to_none() {
        for text in ["", "<project>", "<html/>", "<project></projekt>", "\u{0}"] {
            assert_eq!(Pom::parse(text), None, "{text}");
        }
    }
}
