package mts_harness;

import java.lang.reflect.Type;
import java.util.List;

/** Decodes values from the neutral JSON form. */
interface ValueDecoder {
    /** Decodes one value of a static type. */
    Object value(Object json, Type type) throws Unfit;

    /** Decodes all arguments of a call with the types of the parameters. */
    default Object[] all(List<?> json, Type[] types) throws Unfit {
        if (json.size() != types.length) {
            throw new Unfit("the number of arguments is " + json.size() + ", and of parameters " + types.length);
        }
        Object[] made = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            made[i] = value(json.get(i), types[i]);
        }
        return made;
    }
}
