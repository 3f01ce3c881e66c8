import { FailedPage, useKnownTab, WaitingPage } from '@playhead/features/video/hosted-screens/web'
import { Card } from '@playhead/ui/layout/card.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { AssetDetail } from './asset-detail.tsx'
import { ownTabs } from './own-tabs.tsx'
import { assetTab } from './slots.ts'
import { useAsset } from './use-asset.ts'

const columns = 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'

const useCrumb = () => ({ label: 'Assets', href: usePath()('video/assets') })

interface NotThereProps {
  title: string
  children?: string
}

const NotThere = ({ title, children }: NotThereProps) => {
  const crumb = useCrumb()
  return (
    <>
      <PageHeader title="Asset" breadcrumbs={[crumb]} />
      <Card>
        <EmptyState
          title={title}
          action={<LinkButton href={crumb.href}>Go to the assets</LinkButton>}
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
  const path = usePath()
  const tabs = useSlot(assetTab, ownTabs)
  const crumb = useCrumb()
  const { item: asset, isDeleted, isMissing, failure, isFetching, refetch } = useAsset(id)
  const tab = useKnownTab(tabs, id === '' ? undefined : path(`video/assets/${id}/monitor`))

  if (id === '') return <NotThere title="An asset ID is required" />
  if (isMissing) return <NotThere title="Asset Not Found">{id}</NotThere>
  if (failure)
    return (
      <FailedPage
        title="Asset"
        crumb={crumb}
        message={failure.message}
        isRetrying={isFetching}
        onRetry={refetch}
      />
    )
  if (!asset) return <WaitingPage noun="asset" columns={columns} />
  return <AssetDetail asset={asset} isDeleted={isDeleted} tabs={tabs} tab={tab ?? ownTabs[0]!} />
}
