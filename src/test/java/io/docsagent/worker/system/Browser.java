package io.docsagent.worker.system;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium without a window, as installed on this machine. */
final class Browser implements AutoCloseable {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final Path PICTURES = Path.of("target/pictures");

    private static final int PHONE = 390;
    private static final int DESKTOP = 1280;

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Nothing where the machine has no Chromium or no chromedriver. */
    static Optional<Browser> find() {
        Optional<File> binary =
                NAMES.stream().flatMap(name -> executable(name).stream()).findFirst();
        return binary.flatMap(chromium -> executable("chromedriver").map(tool -> start(chromium, tool)));
    }

    private static Optional<File> executable(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(Arrays.stream(path.split(File.pathSeparator, -1)), Stream.of("/usr/bin"))
                .map(folder -> new File(folder, name))
                .filter(File::canExecute)
                .findFirst();
    }

    private static Browser start(File chromium, File chromedriver) {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium);
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver)
                .usingAnyFreePort()
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    void open(String url) {
        driver.get(url);
    }

    String url() {
        return String.valueOf(driver.getCurrentUrl());
    }

    String text() {
        return driver.findElement(By.tagName("body")).getText();
    }

    WebElement find(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    int count(String css) {
        return driver.findElements(By.cssSelector(css)).size();
    }

    void click(String button) {
        driver.findElement(By.xpath("//button[text()='" + button + "']")).click();
    }

    /** The page changes by itself, or after a step. */
    void awaitText(String text) {
        Awaitility.await("“" + text + "” on " + url())
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> text().contains(text));
    }

    /** The same, until a text is no longer there. */
    void awaitWithout(String text) {
        Awaitility.await("no “" + text + "” on " + url())
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> !text().contains(text));
    }

    /** What has the focus. */
    String focused() {
        return driver.switchTo().activeElement().getText();
    }

    /** On a phone and a desktop, where the page must fit, by day and at night. */
    void pictures(String name) throws IOException {
        for (int width : new int[] {PHONE, DESKTOP}) {
            String size = width == PHONE ? "phone" : "desktop";
            picture(name + "-" + size, width, false);
            if (overflow() > 0) {
                throw new AssertionError(name + " does not fit the " + size + " by " + overflow());
            }
            picture(name + "-" + size + "-dark", width, true);
        }
    }

    /** As a phone or a desktop shows it, by day or at night; the whole page goes into the picture. */
    void picture(String name, int width, boolean dark) throws IOException {
        var unused = driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
        size(width, 900);
        size(width, (int) number("return document.documentElement.scrollHeight"));
        Files.createDirectories(PICTURES);
        Files.write(PICTURES.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
    }

    private void size(int width, int height) {
        var unused = driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    }

    /** How much wider than the screen the page is. */
    long overflow() {
        return number("return document.documentElement.scrollWidth - window.innerWidth");
    }

    private long number(String script) {
        return Long.parseLong(String.valueOf(driver.executeScript(script)));
    }

    /** What the browser complains of: scripts that fail or are forbidden, files that are missing. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
