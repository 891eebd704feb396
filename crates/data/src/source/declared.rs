//! What a game declares: items with an id and names.

use crate::model::game::{
    Attribute, EffectDef, FaceDef, KindDef, Named, SetDef, Source, TriggerDef,
};

/// An item that a game declares, with its id and names.
pub(super) trait Declared {
    fn named(&self) -> &Named;
    fn named_mut(&mut self) -> &mut Named;
}

impl Declared for Named {
    fn named(&self) -> &Named {
        self
    }

    fn named_mut(&mut self) -> &mut Named {
        self
    }
}

macro_rules! declared {
    ($($thing:ty),*) => {
        $(impl Declared for $thing {
            fn named(&self) -> &Named {
                &self.named
            }

            fn named_mut(&mut self) -> &mut Named {
                &mut self.named
            }
        })*
    };
}

declared!(Source, FaceDef, KindDef, SetDef, EffectDef, TriggerDef, Attribute);
