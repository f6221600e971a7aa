package io.docsagent.worker.sandbox;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.docsagent.worker.sandbox", importOptions = ImportOption.DoNotIncludeTests.class)
class SandboxDependenciesTest {

    @ArchTest
    static final ArchRule theSandboxKnowsNothingOfTheWorker = noClasses()
            .that()
            .resideInAPackage("io.docsagent.worker.sandbox..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.docsagent.worker..")
                    .and(not(resideInAPackage("io.docsagent.worker.sandbox.."))));
}
