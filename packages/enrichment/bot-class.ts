/** Checked in this order: the first match is the class. */
const classes: readonly [name: string, pattern: RegExp][] = [
  [
    'headless',
    /HeadlessChrome|PhantomJS|SlimerJS|Puppeteer|Playwright|Selenium|Cypress|\bjsdom\b|HtmlUnit/i,
  ],
  [
    'monitor',
    /UptimeRobot|Pingdom|StatusCake|Site24x7|Datadog|NewRelic|Catchpoint|ThousandEyes|Dynatrace|GTmetrix|PageSpeed|Lighthouse|Chrome-Lighthouse|Checkly|Better Uptime|BetterStack|updown\.io|Nagios|check_http|Zabbix|Prometheus|Blackbox.Exporter|ELB-HealthChecker|GoogleHC|kube-probe|GoogleStackdriverMonitoring|Speedcurve|WebPageTest|PTST\//i,
  ],
  [
    'preview',
    /facebookexternalhit|Facebot|Twitterbot|LinkedInBot|Slackbot|Slack-ImgProxy|Discordbot|TelegramBot|WhatsApp\/|SkypeUriPreview|Pinterestbot|redditbot|Embedly|Iframely|vkShare|Mastodon|Bluesky|Google-Read-Aloud|MicrosoftPreview|SnapchatAds|Snap URL Preview/i,
  ],
  [
    'assistant',
    /GPTBot|ChatGPT-User|OAI-SearchBot|ClaudeBot|Claude-(?:Web|User|SearchBot)|anthropic-ai|PerplexityBot|Perplexity-User|CCBot|Bytespider|Google-Extended|GoogleOther|cohere-ai|Meta-ExternalAgent|meta-externalfetcher|Amazonbot|Applebot-Extended|Diffbot|MistralAI-User|YouBot|Timpibot/i,
  ],
  [
    'crawler',
    /bot\b|bot[/;_-]|crawl|spider|slurp|Mediapartners-Google|APIs-Google|AdsBot|FeedFetcher|Google-InspectionTool|BingPreview|ia_archiver|archive\.org|heritrix|Baidu(?:Spider|;)|Sogou|YandexImages|ScreenerBot|DataForSeo|Barkrowler|Qwantify|Nutch|scrapy|Screaming Frog|Google Favicon|WordPress\//i,
  ],
  [
    'library',
    /^(?:curl|Wget|HTTPie|python|Python-urllib|Go-http-client|Java\/|okhttp|axios|node|undici|got\b|Ruby|PHP|libwww-perl|lwp-|PostmanRuntime|insomnia|k6\/|Apache-HttpClient|reqwest|hyper|Dart\/|aiohttp|httpx|Faraday|RestSharp|Deno\/|Bun\/|fasthttp|vegeta|wrk|ab\/|hey\/|autocannon|Apache-Bench|JMeter|Gatling|Artillery|Locust|HTTP_Request|WinHTTP)/i,
  ],
]

// Device names that contain the word of a crawler.
const people = /\bCUBOT\b/i

/** Empty for people. A request without a user agent counts as a person: native players often send none. */
export const botClass = (userAgent: string): string => {
  if (userAgent === '' || people.test(userAgent)) return ''
  return classes.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? ''
}
