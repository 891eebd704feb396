//! Sorts the keys of a document in the order of the table of keys. Keys that are data, such as zones and cards, keep their order.

use sleeve_data::files::shape::{Keys, ValueShape};
use toml_edit::{Decor, DocumentMut, Item, KeyMut, RawString, Table, TableLike, Value};

/// Sorts the keys of a document and of all tables within it.
pub(super) fn sort_document(document: &mut DocumentMut, keys: &'static Keys) {
    let root = document.as_table_mut();
    // Comments above the first line speak of the file: they stay there when another key comes first.
    let head = first_line_key(root).map(|mut key| {
        let head = text_above(key.leaf_decor());
        key.leaf_decor_mut().set_prefix("");
        head
    });
    sort_nested_keys(root, keys);
    if let Some((head, mut key)) = head.zip(first_line_key(root)) {
        let own = text_above(key.leaf_decor());
        key.leaf_decor_mut().set_prefix(head + &own);
    }
}

/// The last key of the first line of a table (`b` of `a.b = 1`); `None` where it begins with a heading.
fn first_line_key(table: &mut Table) -> Option<KeyMut<'_>> {
    table.iter_mut().find_map(|(key, item)| match item {
        Item::Value(_) => Some(key),
        Item::Table(inner) if inner.is_dotted() => first_line_key(inner),
        _ => None,
    })
}

/// The blank lines and comments above a key.
fn text_above(decor: &Decor) -> String {
    decor.prefix().and_then(RawString::as_str).unwrap_or_default().to_owned()
}

/// Sorts the keys of a table, then those of the tables in it.
fn sort_nested_keys(table: &mut dyn TableLike, keys: &'static Keys) {
    sort_keys(table, keys);
    for (key, item) in table.iter_mut() {
        let known = keys.keys.iter().find(|known| known.name == key.get());
        if let Some(shape) = known.map(|known| known.shape).or(keys.others) {
            self::sort_item(item, shape);
        }
    }
}

/// Sorts the keys of one table. Others than those of `keys` come before the key that it names for that, or last.
fn sort_keys(table: &mut dyn TableLike, keys: &Keys) {
    let named = |name: &str| keys.keys.iter().position(|known| known.name == name);
    let others = keys.others_before.and_then(named).unwrap_or(keys.keys.len());
    // Known keys have odd ranks, so that an even one lies between any two of them.
    let rank = |name: &str| named(name).map_or(2 * others, |at| 2 * at + 1);
    let ranks: Vec<usize> = table.iter().map(|(key, _)| rank(key)).collect();
    if ranks.is_sorted() {
        return;
    }
    let mut names: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
    names.sort_by_key(|name| rank(name));
    for name in names {
        // An entry that is taken out and put in again becomes the last one.
        let Some((key, item)) = take(table, &name) else { continue };
        put(table, key, item);
    }
}

fn take(table: &mut dyn TableLike, name: &str) -> Option<(toml_edit::Key, Item)> {
    let key = table.key(name)?.clone();
    Some((key, table.remove(name)?))
}

fn put(table: &mut dyn TableLike, key: toml_edit::Key, item: Item) {
    table.entry_format(&key).or_insert(item);
}

fn sort_item(item: &mut Item, shape: ValueShape) {
    match item {
        Item::None => {}
        Item::Value(value) => self::sort_value(value, shape),
        Item::Table(inner) => sort_table_of_shape(inner, shape),
        Item::ArrayOfTables(all) => {
            if let Some(shape) = element_shape(shape) {
                all.iter_mut().for_each(|inner| sort_table_of_shape(inner, shape));
            }
        }
    }
}

fn sort_value(value: &mut Value, shape: ValueShape) {
    match value {
        Value::InlineTable(inner) => sort_table_of_shape(inner, shape),
        Value::Array(all) => {
            if let Some(shape) = element_shape(shape) {
                all.iter_mut().for_each(|inner| self::sort_value(inner, shape));
            }
        }
        _ => {}
    }
}

/// The shape of the elements of a list; of several shapes the first list counts.
fn element_shape(shape: ValueShape) -> Option<ValueShape> {
    match shape {
        ValueShape::List(inner) => Some(*inner),
        ValueShape::Either(shapes) => shapes.iter().find_map(|shape| element_shape(*shape)),
        _ => None,
    }
}

/// Sorts a table by its shape; of several shapes the first with all of its keys counts.
fn sort_table_of_shape(inner: &mut dyn TableLike, shape: ValueShape) {
    let fits = |keys: &Keys| {
        let known = |name: &str| keys.keys.iter().any(|known| known.name == name);
        keys.others.is_some() || inner.iter().all(|(name, _)| known(name))
    };
    match shape {
        ValueShape::Table(keys) => sort_nested_keys(inner, keys),
        ValueShape::By(each) => inner.iter_mut().for_each(|(_, item)| self::sort_item(item, *each)),
        ValueShape::Either(shapes) => {
            let shape = shapes.iter().find(|shape| match shape {
                ValueShape::Table(keys) => fits(keys),
                ValueShape::By(_) => true,
                _ => false,
            });
            if let Some(shape) = shape {
                sort_table_of_shape(inner, *shape);
            }
        }
        _ => {}
    }
}
