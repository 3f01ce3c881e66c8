const button = (page, name) => page.getByRole('button', { name }).first()

const ofIncident = ({ incident: { from, to } }) => {
  const hour = 3_600
  return `timeframe[]=${from - (from % hour)}&timeframe[]=${to - (to % hour) + hour}`
}

/** Moves the pointer over the chart, to this fraction of its width. */
const readAt = (share) => async (page) => {
  const chart = page.getByRole('slider').first()
  const { width, height } = await chart.boundingBox()
  await chart.hover({ position: { x: width * share, y: height / 2 } })
}

const metrics =
  (tab, more = '') =>
  (demo) =>
    demo.at(`metrics?activeTab=${tab}${more}`)

/** The screenshots of the data screens; see places.mjs. */
export const dataPlaces = [
  {
    name: 'overview',
    title: 'Overview',
    line: 'Key metrics against the week before, the errors that hit most views, and what lowers the score.',
    address: (demo) => demo.at('data'),
    isAlsoNarrow: true,
  },
  {
    name: 'monitoring',
    title: 'Monitoring',
    line: 'What is being watched now, dark for everybody.',
    address: (demo) => demo.at('monitoring'),
    themes: ['dark'],
    isAlsoNarrow: true,
  },
  {
    name: 'monitoring-wall',
    title: 'Monitoring on a wall',
    line: 'Without navigation, and larger.',
    address: (demo) => demo.at('monitoring?wall=1'),
    themes: ['dark'],
  },
  {
    name: 'monitoring-metric',
    title: 'A metric of monitoring',
    line: 'One metric by every dimension, with marks on what is different.',
    address: (demo) => demo.at('monitoring/current-rebuffering-percentage'),
    themes: ['dark'],
  },
  {
    name: 'metrics',
    title: 'Metrics',
    line: 'One metric over time with annotations, and its breakdown by any dimension.',
    address: metrics('breakdown'),
    isAlsoNarrow: true,
    open: readAt(0.62),
  },
  {
    name: 'metrics-description',
    title: 'Metrics, description',
    line: 'What the metric means and how it is computed.',
    address: metrics('description', '&metric=rebuffer_percentage'),
  },
  {
    name: 'metrics-insights',
    title: 'Metrics, insights',
    line: 'Which values make the metric worse or better than it would be.',
    address: metrics('insights', '&timeframe[]=7:days'),
  },
  {
    name: 'metrics-views',
    title: 'Metrics, video views',
    line: 'The single views behind the number.',
    address: metrics('video-views', '&metric=video_startup_time'),
  },
  {
    name: 'filters',
    title: 'Filters',
    line: 'Dimensions, their values with their views, and what is chosen.',
    address: metrics('breakdown', '&filters[]=country:DE'),
    open: async (page) => {
      await button(page, /Country.*Germany/).click()
      await page.getByRole('dialog').getByText('France').waitFor()
    },
  },
  {
    name: 'timeframe',
    title: 'Timeframe',
    line: 'A range of the calendar, chosen or typed.',
    address: metrics('breakdown'),
    open: async (page) => {
      await page.keyboard.press('t')
      await page.getByText('Custom Range').first().click()
    },
  },
  {
    name: 'why',
    title: 'Why did it change?',
    line: 'The views that a change comes from, how much of it they explain, and what it would be without them.',
    address: (demo) => demo.at(`metrics?metric=rebuffer_percentage&${ofIncident(demo)}`),
    open: async (page) => {
      await button(page, 'Why?').click()
      await page.getByRole('dialog').getByText('Without it').first().waitFor()
    },
  },
  {
    name: 'explain',
    title: 'Explain this number',
    line: 'The formula, what was left out and why, and the query.',
    address: metrics('breakdown', '&metric=rebuffer_percentage'),
    open: async (page) => {
      await button(page, /Explain this number/).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'compare',
    title: 'Compare',
    line: 'Values of a dimension side by side, and which differences can be chance.',
    address: (demo) =>
      demo.at(
        'compare/cdn?timeframe[]=7:days&comparisons[]=All&comparisons[]=fastly&comparisons[]=akamai',
      ),
  },
  {
    name: 'engagement',
    title: 'Engagement',
    line: 'How many watch, how long, and what.',
    address: (demo) => demo.at('engagement?timeframe[]=7:days&comparison=7'),
    isAlsoNarrow: true,
  },
  {
    name: 'engagement-title',
    title: 'Engagement of a title',
    line: 'Its numbers, and which parts of it are watched.',
    address: ({ at, title }) =>
      at(`engagement?timeframe[]=7:days&title=${encodeURIComponent(title)}`),
  },
  {
    name: 'engagement-breakdown',
    title: 'Engagement, breakdown',
    line: 'Views, viewers, playing time and completion by any dimension.',
    address: (demo) => demo.at('engagement/breakdown?timeframe[]=7:days&comparison=7'),
  },
  {
    name: 'dashboard',
    title: 'Dashboards',
    line: 'The metrics of your choice side by side.',
    address: (demo) => demo.at(`custom-dashboards/${demo.dashboardId}`),
    isAlsoNarrow: true,
  },
  {
    name: 'errors',
    title: 'Errors',
    line: 'Errors by the views that they hit.',
    address: (demo) => demo.at('errors?timeframe[]=7:days'),
  },
  {
    name: 'error',
    title: 'An error',
    line: 'Its course, where it happens, its views and notes.',
    address: (demo) => demo.at(`errors/${demo.errorId}?timeframe[]=7:days`),
  },
  {
    name: 'views',
    title: 'Views',
    line: 'Single playbacks, the newest first.',
    address: (demo) => demo.at('views'),
    isAlsoNarrow: true,
  },
  {
    name: 'view',
    title: 'A view',
    line: 'Its scores and measures, and what describes it.',
    address: (demo) => demo.at(`views/${demo.viewId}`),
    isAlsoNarrow: true,
  },
  {
    name: 'replay',
    title: 'The replay of a view',
    line: 'What the player did, where it was, what it showed and loaded, on one time axis.',
    address: (demo) => demo.at(`views/${demo.viewId}?at=40`),
    open: (page) =>
      page.getByRole('heading', { name: 'Replay' }).evaluate((heading) => {
        heading.style.scrollMarginTop = '60px'
        heading.scrollIntoView({ block: 'start' })
      }),
  },
  {
    name: 'custom-dimensions',
    title: 'Settings, custom dimensions',
    line: 'Names for what players send as custom_1 to custom_20.',
    address: (demo) => demo.at('settings/custom-dimensions'),
  },
  {
    name: 'categorize-errors',
    title: 'Settings, categorize errors',
    line: 'How an error code counts.',
    address: (demo) => demo.at('settings/categorize-errors'),
  },
]
