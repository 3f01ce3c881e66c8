import { useEffect, useState } from 'react'
import { formatNumber } from '@playhead/domain/format.ts'
import { assetStatuses, type AssetStatus } from '@playhead/domain/video.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { SearchField } from '@playhead/ui/fields/search-field.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { AssetsTable } from './assets-table.tsx'
import { CreateAssetButton } from './create-asset-button.tsx'
import { type AssetList, type AssetQuestion, useAssets } from './use-assets.ts'

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

/** ASST-017 */
const NewAssets = ({ assets: { newCount, showNew } }: { assets: AssetList }) => (
  <output className="block">
    {newCount > 0 && (
      <span className="flex items-center justify-center gap-3 border-b border-line px-3 py-2 text-sm">
        <span>
          {newCount} new {newCount === 1 ? 'asset' : 'assets'}
        </span>
        <Button size="sm" onClick={showNew}>
          Show new
        </Button>
      </span>
    )}
  </output>
)

const countOf = ({ totalCount }: AssetList) =>
  !totalCount ? 'Assets' : `${formatNumber(totalCount)} ${totalCount === 1 ? 'asset' : 'assets'}`

/** ASST-001 */
export const Screen = () => {
  const assets = useAssets()
  const isEmpty = assets.totalCount === 0 && assets.question.isPlain
  return (
    <>
      <PageHeader title="Assets">
        <CreateAssetButton />
      </PageHeader>
      <Stack gap={3}>
        {!isEmpty && <PreparedChart />}
        <Card
          isFlush
          title={countOf(assets)}
          isFailing={assets.list.isLoadingError}
          actions={
            !isEmpty && (
              <>
                <Search question={assets.question} />
                <StatusChoice question={assets.question} />
              </>
            )
          }
        >
          <NewAssets assets={assets} />
          <AssetsTable assets={assets} />
        </Card>
      </Stack>
    </>
  )
}
