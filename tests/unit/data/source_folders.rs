//! Unit tests of `crates/data/src/source_folders.rs`.

use super::*;

fn folder(paths: &[&str]) -> SourceFolder {
    let file = |path: &&str| SourceFile { path: (*path).to_owned(), text: "a = 1\n".to_owned() };
    SourceFolder { files: paths.iter().map(file).collect() }
}

fn read_again(folders: &[SourceFolder]) -> Result<Vec<SourceFolder>, PackError> {
    decompress_folders(&compress_folders(folders)?)
}

#[test]
fn folders_are_read_as_they_were_written() {
    let folders = [folder(&["game.toml", "sets/a b.toml", "com10.toml"]), folder(&["é.toml"])];
    assert_eq!(read_again(&folders), Ok(folders.to_vec()));
}

#[test]
fn no_path_leads_out_of_its_folder_or_to_another_file() {
    let deep = format!("{}a.toml", "a/".repeat(MAX_FOLDERS_DEEP + 1));
    let long = format!("{}.toml", "a".repeat(MAX_NAME_BYTES));
    for path in [
        "",
        "/a.toml",
        "../a.toml",
        "a/../../b.toml",
        "a//b.toml",
        "./a.toml",
        "a/",
        "C:a.toml",
        "C:\\a.toml",
        "..\\a.toml",
        "a\0.toml",
        "a\n.toml",
        ".hidden.toml",
        "a/.git/b.toml",
        "a.toml:b",
        "a./b.toml",
        "a.toml ",
        "nul.toml",
        "LPT1/a.toml",
        "com¹.toml",
        "lpt² .x",
        "CONIN$",
        &deep,
        &long,
    ] {
        let path = path.to_owned();
        let hostile = postcard::to_stdvec(&vec![folder(&["game.toml", &path])]).unwrap();
        let read = decompress_folders(&compress_to_vec(&hostile, 1));
        assert_eq!(read, Err(PackError::FileName { path }));
    }
    assert!(read_again(&[folder(&["a.toml", "A.toml"])]).is_err());
    assert_eq!(read_again(&[]), Err(PackError::Files));
}

#[test]
fn what_grows_beyond_the_limit_is_refused() {
    let bomb = compress_to_vec(&vec![0; MAX_SOURCE_BYTES + 1], 1);
    assert!(bomb.len() < 4 * 1024 * 1024);
    assert_eq!(decompress_folders(&bomb), Err(PackError::Files));
    assert_eq!(decompress_folders(b""), Err(PackError::Files));
    assert_eq!(decompress_folders(b"no"), Err(PackError::Files));
}
