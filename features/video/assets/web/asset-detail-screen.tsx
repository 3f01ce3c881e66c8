import { useEffect } from 'react'
import { Card } from '@playhead/ui/layout/card.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { Loading, Skeleton, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { useNavigate, useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { AssetDetail } from './asset-detail.tsx'
import { ownTabs } from './own-tabs.tsx'
import { assetTab } from './slots.ts'
import { useAsset } from './use-asset.ts'

const Waiting = () => (
  <Loading label="Loading the asset">
    <div className="flex flex-col gap-3">
      <Skeleton width={60} height={14} />
      <Skeleton width={320} height={30} />
      <Skeleton height={36} />
      <div className="grid gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Skeleton height={420} />
        <Card>
          <SkeletonLines count={8} />
        </Card>
      </div>
    </div>
  </Loading>
)

const useCrumbs = () => [{ label: 'Assets', href: usePath()('video/assets') }]

interface NotThereProps {
  title: string
  children?: string
}

const NotThere = ({ title, children }: NotThereProps) => {
  const path = usePath()
  return (
    <>
      <PageHeader title="Asset" breadcrumbs={useCrumbs()} />
      <Card>
        <EmptyState
          title={title}
          action={<LinkButton href={path('video/assets')}>Go to the assets</LinkButton>}
        >
          {children !== undefined && <code className="break-all">{children}</code>}
        </EmptyState>
      </Card>
    </>
  )
}

/** ASST-004, ASST-008 */
export const Screen = () => {
  const id = useParam('assetId')?.trim() ?? ''
  const tab = useParam('tab')
  const path = usePath()
  const navigate = useNavigate()
  const tabs = useSlot(assetTab, ownTabs)
  const known = tabs.find(({ address }) => address === tab)
  const crumbs = useCrumbs()
  const { asset, isDeleted, isMissing, failure, isFetching, refetch } = useAsset(id)
  const elsewhere = id !== '' && !known ? path(`video/assets/${id}/monitor`) : undefined
  useEffect(() => {
    if (elsewhere !== undefined) navigate(elsewhere, { replace: true })
  }, [elsewhere, navigate])

  if (id === '') return <NotThere title="An asset ID is required" />
  if (isMissing) return <NotThere title="Asset Not Found">{id}</NotThere>
  if (failure)
    return (
      <>
        <PageHeader title="Asset" breadcrumbs={crumbs} />
        <Card isFailing>
          <FailedState message={failure.message} isRetrying={isFetching} onRetry={refetch} />
        </Card>
      </>
    )
  if (!asset) return <Waiting />
  return <AssetDetail asset={asset} isDeleted={isDeleted} tabs={tabs} tab={known ?? ownTabs[0]!} />
}
