import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Dimension, dimensionCategories } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import type { Session } from '@playhead/web-kit/session/session.ts'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { aSession, ids, openScreen } from '@playhead/web-kit/testing.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FilterableValue } from './filterable-value.tsx'
import { useQuestion } from '../question/use-question.ts'

/** Some of each category; searching a list of all dimensions is slow. */
const someIds: DimensionId[] = [
  'browser',
  'browser_version',
  'viewer_device_category',
  'player_name',
  'video_title',
  'stream_type',
  'cdn',
  'video_cdn_trace',
  'country',
  'region',
  'view_has_ad',
  'sub_property_id',
  'preroll_requested',
  'custom_1',
  'custom_3',
  'mux_embed',
]

export const aDimensionsResponse = (
  more: Record<string, { display_name: string; category?: string }> = {},
) => {
  const data = someIds
    .map((id) => {
      const { title, category, isBasic }: Dimension = dimensions[id]
      return { id, display_name: title, category, basic: isBasic, ...more[id] }
    })
    .toSorted(
      (one, other) =>
        dimensionCategories.findIndex((name) => name === one.category) -
          dimensionCategories.findIndex((name) => name === other.category) ||
        one.display_name.localeCompare(other.display_name, 'en', { numeric: true }),
    )
  return { body: { data, timeframe: [1, 2], total_row_count: data.length } }
}

export const aValuesResponse = (rows: [string | null, number][], total = rows.length) => ({
  body: {
    data: rows.map(([value, total_count]) => ({ value, total_count })),
    timeframe: [1, 2],
    total_row_count: total,
    page: 1,
    limit: 25,
  },
})

const address = '/organizations/$organizationId/environments/$environmentId/$screen'
const here = `/organizations/${ids.organization}/environments/${ids.environment}/metrics`

interface Opened {
  search?: string
  flags?: Session['featureFlags']
  api?: ApiHandlers
  starred?: string[]
  errorId?: string
  Screen?: () => React.JSX.Element
}

/** A screen with filters, and with a few values that can become filters. */
export const openFilters = async ({
  search = '',
  flags = {},
  api,
  starred = [],
  errorId,
  Screen,
}: Opened = {}) => {
  const Page = () => {
    const state = useQuestion()
    return (
      <>
        <FilterBar state={state} errorId={errorId} />
        <FilterableValue state={state} dimension="country" value="DE" />
        <FilterableValue state={state} dimension="cdn" value={null} />
      </>
    )
  }
  const opened = await openScreen(Screen ?? Page, {
    address,
    href: here + search,
    session: aSession({ featureFlags: flags }),
    api: {
      'GET /ui/v1/dimensions': aDimensionsResponse(),
      'GET /ui/v1/users/current-user/settings': { body: { data: { starred_dimensions: starred } } },
      'GET /data/v1/dimensions/country': aValuesResponse([
        ['US', 41_208],
        ['DE', 320],
        [null, 12],
        ['', 3],
      ]),
      'GET /data/v1/dimensions/cdn': aValuesResponse([
        ['fastly', 90],
        ['akamai', 74],
      ]),
      ...api,
    },
  })
  return {
    ...opened,
    search: () => decodeURIComponent(opened.router.state.location.searchStr),
    asked: (path: string) => opened.requests.filter((one) => one.path === path),
  }
}

export const openModal = async (dimension?: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Filter' }))
  const dialog = await screen.findByRole('dialog', { name: 'Filter' })
  if (dimension)
    await userEvent.click(await within(dialog).findByRole('button', { name: dimension }))
  return within(dialog)
}
