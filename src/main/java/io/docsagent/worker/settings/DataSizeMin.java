package io.docsagent.worker.settings;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** The least that a size may be; it may be null. */
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = DataSizeMin.Validator.class)
@interface DataSizeMin {

    /** Such as {@code 1KB}. */
    String value();

    String message() default "must be at least {value}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Compares sizes. */
    final class Validator implements ConstraintValidator<DataSizeMin, DataSize> {

        private DataSize least = DataSize.ofBytes(0);

        @Override
        public void initialize(DataSizeMin constraint) {
            least = DataSize.parse(constraint.value());
        }

        @Override
        public boolean isValid(@Nullable DataSize size, ConstraintValidatorContext context) {
            return size == null || size.compareTo(least) >= 0;
        }
    }
}
