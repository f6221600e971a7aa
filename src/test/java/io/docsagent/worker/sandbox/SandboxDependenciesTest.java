package io.docsagent.worker.sandbox;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.eclipse.jgit.api.AddCommand;
import org.eclipse.jgit.api.CheckoutCommand;
import org.eclipse.jgit.api.CommitCommand;
import org.eclipse.jgit.api.PushCommand;
import org.eclipse.jgit.api.ResetCommand;
import org.eclipse.jgit.api.StatusCommand;
import org.eclipse.jgit.dircache.DirCacheCheckout;
import org.eclipse.jgit.treewalk.WorkingTreeIterator;

/** The sandbox reads work trees byte by byte, never through git. */
@AnalyzeClasses(packages = "io.docsagent.worker.sandbox", importOptions = ImportOption.DoNotIncludeTests.class)
class SandboxDependenciesTest {

    /** The agent writes the work tree: JGit's own checkout and add would run filters and hooks that it wrote. */
    @ArchTest
    static final ArchRule jgit_never_reads_a_work_tree = noClasses()
            .that()
            .resideInAPackage("io.docsagent.worker.sandbox..")
            .should()
            .dependOnClassesThat(resideInAPackage("org.eclipse.jgit.treewalk..")
                    .and(assignableTo(WorkingTreeIterator.class))
                    .or(resideInAPackage("org.eclipse.jgit.hooks.."))
                    .or(belongToAnyOf(
                            AddCommand.class,
                            CheckoutCommand.class,
                            CommitCommand.class,
                            DirCacheCheckout.class,
                            PushCommand.class,
                            ResetCommand.class,
                            StatusCommand.class)));
}
