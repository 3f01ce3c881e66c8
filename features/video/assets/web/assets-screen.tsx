import { useEffect, useState } from 'react'
import { assetStatuses, type AssetStatus } from '@playhead/domain/video.ts'
import { HostedCard } from '@playhead/features/video/hosted-screens/web'
import { usePreviewTokens } from '@playhead/features/video/preview-tokens/web'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FilmIcon } from '@playhead/ui/icons/subject-icons.ts'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { SearchField } from '@playhead/ui/fields/search-field.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { assetColumns } from './asset-columns.tsx'
import { signedIdsOf } from './asset-facts.ts'
import { CreateAssetButton } from './create-asset-button.tsx'
import { type AssetQuestion, useAssets } from './use-assets.ts'

/** The height of small charts; importing it would load the code of all charts. */
const chartHeight = 230

const PreparedChart = lazyPart(
  'PreparedChart',
  () => import('./prepared-chart.tsx'),
  <Card title="Prepared assets" description="&nbsp;">
    <Skeleton height={chartHeight} />
  </Card>,
)

const searchAfterMs = 300

const Search = ({ question }: { question: AssetQuestion }) => {
  const { q, setQ } = question
  const [text, setText] = useState(q)
  const [followed, setFollowed] = useState(q)
  if (followed !== q) {
    setFollowed(q)
    setText(q)
  }
  useEffect(() => {
    if (text === q) return
    const timer = setTimeout(() => setQ(text.trim()), searchAfterMs)
    return () => clearTimeout(timer)
  })
  return (
    <SearchField
      label="Search assets"
      placeholder="Title, ID or passthrough"
      value={text}
      onChange={setText}
    />
  )
}

const statusOptions = [
  { value: 'all', label: 'All' },
  { value: 'ready', label: 'Ready' },
  { value: 'preparing', label: 'Preparing' },
  { value: 'errored', label: 'Errored' },
] as const

const StatusChoice = ({ question }: { question: AssetQuestion }) => {
  const choose = (value: AssetStatus | 'all') =>
    question.setStatus(assetStatuses.find((status) => status === value))
  return (
    <SegmentedControl
      label="Status"
      value={question.status ?? 'all'}
      onChange={choose}
      options={statusOptions}
    />
  )
}

const NoAssets = ({ question }: { question: AssetQuestion }) =>
  question.q || question.status ? (
    <EmptyState
      title="No assets found"
      action={<Button onClick={question.clear}>Clear search and status</Button>}
    >
      No asset of this environment passes the search and the status.
    </EmptyState>
  ) : (
    <EmptyState title="No assets yet" icon={<FilmIcon size={20} />} action={<CreateAssetButton />}>
      Videos and audio that you upload or import appear here.
    </EmptyState>
  )

const words = ['asset', 'assets'] as const

/** ASST-001 */
export const Screen = () => {
  const { hosted, question } = useAssets()
  const isEmpty = hosted.totalCount === 0 && question.isPlain
  const shown = hosted.rows?.map(({ item }) => item) ?? []
  const tokens = usePreviewTokens(signedIdsOf(shown))
  return (
    <>
      <PageHeader title="Assets">
        <CreateAssetButton />
      </PageHeader>
      <Stack gap={3}>
        {!isEmpty && <PreparedChart />}
        <HostedCard
          words={words}
          hosted={hosted}
          columns={assetColumns(tokens)}
          sort={question.sort}
          onSort={question.setSort}
          filters={
            !isEmpty && (
              <>
                <Search question={question} />
                <StatusChoice question={question} />
              </>
            )
          }
          empty={<NoAssets question={question} />}
        />
      </Stack>
    </>
  )
}
