import { expect, type Locator, type Page } from '@playwright/test'
import { environmentPath, type World } from './world.ts'

/** Ids and names of the objects in a world. */
export interface Known {
  view: string
  error: string
  dashboard: string
  title: string
}

interface DataPlace {
  name: string
  path: (known: Known) => string
  /** Locator of something that only the finished screen with data shows … */
  filled: (page: Page) => Locator
  /** … and its text without data; not every screen is ever empty. */
  empty?: string
  /** The requests that fail on the server; all data by default. */
  failing?: RegExp
}

const row = (table: string | RegExp) => (page: Page) =>
  page.getByRole('table', { name: table }).getByRole('row').nth(1)

const course = (page: Page) => page.getByRole('slider', { name: 'Viewer Experience Score' })

/** Ids for places that no page of an environment without data links to. */
export const nowhere: Known = {
  view: '6a0f3a4e-7d1c-4a53-9a53-3f0f8f1d6c11',
  error: '1',
  dashboard: '6a0f3a4e-7d1c-4a53-9a53-3f0f8f1d6c11',
  title: 'Nothing of that title',
}

/** Every screen that shows numbers, and the settings that determine how they are counted. */
export const dataPlaces: DataPlace[] = [
  {
    name: 'overview',
    path: () => 'data',
    filled: (page) =>
      page.getByRole('region', { name: 'What hurts most' }).getByRole('listitem').first(),
    empty: 'See how your videos play',
  },
  {
    name: 'metrics',
    path: () => 'metrics',
    filled: row('Breakdown by Browser'),
    empty: 'No views received for this environment',
  },
  {
    name: 'metrics-description',
    path: () => 'metrics?activeTab=description',
    filled: course,
    empty: 'No views received for this environment',
  },
  {
    name: 'metrics-insights',
    path: () => 'metrics?activeTab=insights&metric=rebuffer_percentage',
    filled: (page) => page.getByRole('tabpanel', { name: 'Insights' }).getByRole('row').nth(1),
    empty: 'No views received for this environment',
  },
  {
    name: 'metrics-views',
    path: () => 'metrics?activeTab=video-views',
    filled: row('Video views'),
    empty: 'No views received for this environment',
  },
  {
    name: 'compare',
    path: () => 'compare',
    filled: row('Comparison'),
  },
  {
    name: 'compare-country',
    path: () => 'compare/country?comparisons[]=DE&comparisons[]=US',
    filled: row('Comparison'),
  },
  {
    name: 'engagement',
    path: () => 'engagement',
    filled: (page) => page.getByRole('list', { name: 'Top values' }).getByRole('listitem').first(),
    empty: 'No data available',
  },
  {
    name: 'engagement-title',
    path: ({ title }) => `engagement?title=${encodeURIComponent(title)}`,
    filled: (page) =>
      page.getByRole('list', { name: 'Most watched parts' }).getByRole('listitem').first(),
    empty: 'None of it was watched',
  },
  {
    name: 'engagement-breakdown',
    path: () => 'engagement/breakdown',
    filled: row('Engagement by Devices'),
    empty: 'No Results Found',
  },
  {
    name: 'dashboards',
    path: ({ dashboard }) => `custom-dashboards/${dashboard}`,
    filled: (page) => page.getByRole('slider', { name: /./ }),
    empty: 'This dashboard isn’t there',
    failing: /\/data\/v1\//,
  },
  {
    name: 'dashboards-list',
    path: () => 'custom-dashboards',
    filled: (page) => page.getByRole('slider', { name: /./ }),
    empty: 'No custom dashboards yet',
  },
  {
    name: 'errors',
    path: () => 'errors',
    filled: row('Errors'),
    empty: 'No errors in this timeframe',
  },
  {
    name: 'error',
    path: ({ error }) => `errors/${error}`,
    filled: (page) => page.getByRole('heading', { name: 'Views with this error' }),
    empty: 'No view had this error in this timeframe',
  },
  { name: 'views', path: () => 'views', filled: row('Views'), empty: 'No Views Found' },
  {
    name: 'view',
    path: ({ view }) => `views/${view}`,
    filled: (page) => page.getByRole('heading', { name: 'Replay' }),
    empty: 'There is no such view',
  },
  {
    name: 'categorize-errors',
    path: () => 'settings/categorize-errors',
    filled: row('Error codes'),
    empty: 'No error codes are configured',
  },
  {
    name: 'custom-dimensions',
    path: () => 'settings/custom-dimensions',
    filled: row('Custom dimensions'),
  },
]

const shown = (text: string) => (page: Page) => page.locator('main').getByText(text)

/** A screen of what happens now, in an environment where nothing has happened. */
interface LivePlace {
  name: string
  path: string
  /** Its text without data, which it shows again when the server is well. */
  empty: (page: Page) => Locator
  failing: RegExp
  /** On light systems too. MONI-002 */
  isDark?: true
}

const monitored = {
  empty: shown('Nobody is watching right now.'),
  failing: /\/data\/v1\/monitoring/,
  isDark: true,
} as const

export const livePlaces: LivePlace[] = [
  { name: 'monitoring', path: 'monitoring', ...monitored },
  {
    name: 'monitoring-metric',
    path: 'monitoring/playback-failure-percentage',
    ...monitored,
  },
  {
    name: 'activity-events',
    path: 'activity/events',
    empty: shown('No events yet'),
    failing: /\/ui\/v1\/events/,
  },
  {
    name: 'activity-logs',
    path: 'activity/logs',
    empty: shown('No calls yet'),
    failing: /\/ui\/v1\/logs/,
  },
  {
    name: 'activity-changes',
    path: 'activity/changes',
    empty: row('Changes'),
    failing: /\/ui\/v1\/organization\/changes/,
  },
  {
    name: 'incidents',
    path: 'alerts/incidents',
    empty: shown('No alert rules yet'),
    failing: /\/ui\/v1\/alert-incidents/,
  },
  {
    name: 'alert-rules',
    path: 'alerts/rules',
    empty: shown('No alert rules yet'),
    failing: /\/ui\/v1\/alert-rules/,
  },
  {
    name: 'notification-channels',
    path: 'alerts/notification-channels',
    empty: shown('No notification channels yet'),
    failing: /\/ui\/v1\/notification-channels/,
  },
  {
    name: 'silences',
    path: 'alerts/silences',
    empty: shown('No silences yet'),
    failing: /\/ui\/v1\/silences/,
  },
  {
    name: 'live-streams',
    path: 'video/live-streams',
    empty: shown('No live streams yet'),
    failing: /\/video\/v1\/live-streams/,
  },
]

/** Opens the screen and waits until everything has loaded. */
export const openPlace = async (page: Page, world: World, path: string) => {
  await page.goto(environmentPath(world, path))
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** A request as the dashboard makes it, with the cookie of the signed-in person. */
export const call = async (
  page: Page,
  { organization, environment }: World,
  path: string,
  data?: object,
) => {
  const answer = await page.request.fetch(path, {
    method: data ? 'POST' : 'GET',
    headers: {
      accept: 'application/json',
      'x-requested-with': 'playhead',
      'x-organization-id': organization.id,
      'x-environment-id': environment.id,
    },
    ...(data && { data }),
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as { data: unknown }
}
