import { type BrowserContext, type Page, test as base } from '@playwright/test'

interface OtherBrowsers {
  /** Opens a page with cookies apart from those of `page`; it is closed after the test. */
  openOther: () => Promise<Page>
}

/** Journeys of more than one person, each with a browser. */
export const test = base.extend<OtherBrowsers>({
  openOther: async ({ browser }, give) => {
    const contexts: BrowserContext[] = []
    await give(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})
