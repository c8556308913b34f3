package mts_harness;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import javax.tools.Diagnostic;

/**
 * Finds the reason why javac refuses a source, from the codes of its errors.
 *
 * <p>If javac refuses a class file, the code for this is inside of another error. Only internal parts of javac give
 * access to the inner code, so this class uses reflection. If these parts are not accessible, the reason of such an
 * error is its message.
 */
final class CompileErrors {
    /** The start of javac's codes for code that needs a newer JDK, or preview features of this JDK. */
    private static final String PREVIEW = "compiler.err.preview.feature.disabled";
    /** javac's code for a class of the JDK that is a preview. */
    private static final String PREVIEW_CLASS = "compiler.err.is.preview";
    /** javac's code for a class file that needs a newer JDK. */
    private static final String WRONG_VERSION = "compiler.misc.wrong.version";

    /** The field of a public error object that holds javac's own error object. */
    private final Field wrapped;
    /** The method that returns the parts of an error's message. */
    private final Method parts;

    private CompileErrors(Field wrapped, Method parts) {
        this.wrapped = wrapped;
        this.parts = parts;
    }

    /** Returns a finder, which ignores the parts of errors if this JDK does not open them. */
    static CompileErrors find() {
        try {
            String javac = "com.sun.tools.javac.";
            return new CompileErrors(Class.forName(javac + "api.ClientCodeWrapper$DiagnosticSourceUnwrapper").getField("d"),
                    Class.forName(javac + "util.JCDiagnostic").getMethod("getArgs"));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError absent) {
            return new CompileErrors(null, null);
        }
    }

    /** Returns the reason of an error. {@code text} is the error's message for people. */
    Reason reason(Diagnostic<?> error, String text) {
        String code = error.getCode();
        boolean isPreview = code != null && (code.startsWith(PREVIEW) || code.equals(PREVIEW_CLASS));
        return isPreview || hasPart(error, WRONG_VERSION) ? Reason.newerJdk() : Reason.diagnostic(text);
    }

    private boolean hasPart(Diagnostic<?> error, String code) {
        for (Object part : parts(error)) {
            if (part instanceof Diagnostic
                    && (code.equals(((Diagnostic<?>) part).getCode()) || hasPart((Diagnostic<?>) part, code))) {
                return true;
            }
        }
        return false;
    }

    private Object[] parts(Diagnostic<?> error) {
        try {
            Object own = wrapped != null && wrapped.getDeclaringClass().isInstance(error) ? wrapped.get(error) : error;
            return parts != null && parts.getDeclaringClass().isInstance(own) ? (Object[]) parts.invoke(own) : new Object[0];
        } catch (ReflectiveOperationException | RuntimeException absent) {
            return new Object[0];
        }
    }
}
