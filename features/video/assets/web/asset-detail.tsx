import type { ComponentType } from 'react'
import { Badge } from '@playhead/ui/badge.tsx'
import { Card } from '@playhead/ui/card.tsx'
import { CopyControl } from '@playhead/ui/copy-control.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { LinkTabs } from '@playhead/ui/link-tabs.tsx'
import { PageHeader } from '@playhead/ui/page-header.tsx'
import { Loading, SkeletonLines } from '@playhead/ui/skeleton.tsx'
import { lazyPart } from '@playhead/web-kit/lazy-part.tsx'
import { usePath } from '@playhead/web-kit/paths.ts'
import { useTitle } from '@playhead/web-kit/title.ts'
import { type Asset, titleOf } from './asset-facts.ts'
import { AssetStatus } from './asset-status.tsx'
import { assetTabs, type AssetTab } from './asset-tabs.ts'
import { MonitorTab } from './monitor-tab.tsx'
import { StorageProblems } from './storage-problems.tsx'

export interface TabProps {
  asset: Asset
}

const waiting = (
  <Card>
    <Loading label="Loading this part">
      <div className="h-[240px]">
        <SkeletonLines count={5} />
      </div>
    </Loading>
  </Card>
)

const tabs: Record<AssetTab, ComponentType<TabProps>> = {
  monitor: MonitorTab,
  playback: lazyPart('PlaybackTab', () => import('./playback/playback-tab.tsx'), waiting),
  tracks: lazyPart('TracksTab', () => import('./tracks/tracks-tab.tsx'), waiting),
  files: lazyPart('FilesTab', () => import('./files/files-tab.tsx'), waiting),
  events: lazyPart('ActivityTab', () => import('./activity/activity-tab.tsx'), waiting),
  'input-info': lazyPart('InputInfoTab', () => import('./input-info-tab.tsx'), waiting),
}

interface AssetDetailProps {
  asset: Asset
  isDeleted: boolean
  tab: AssetTab
}

/** ASST-005 */
export const AssetDetail = ({ asset, isDeleted, tab }: AssetDetailProps) => {
  const path = usePath()
  useTitle(`Video | ${titleOf(asset)}`)
  const Tab = tabs[tab]
  return (
    <>
      <PageHeader
        title={titleOf(asset)}
        breadcrumbs={[{ label: 'Assets', href: path('video/assets') }]}
        meta={
          <>
            <AssetStatus asset={asset} isDeleted={isDeleted} />
            {asset.test && <Badge>Test</Badge>}
          </>
        }
      >
        <CopyControl value={asset.id} label="Copy the asset ID">
          <span className="font-text font-medium">Copy ID</span>
        </CopyControl>
      </PageHeader>
      {isDeleted ? (
        <FormMessage tone="info">
          This asset was deleted. It no longer plays, and its files are being removed.
        </FormMessage>
      ) : (
        <Stack gap={3}>
          <LinkTabs
            label="Parts of the asset"
            selectedId={tab}
            tabs={assetTabs.map((one) => ({
              ...one,
              href: path(`video/assets/${asset.id}/${one.id}`),
            }))}
          />
          <StorageProblems assetId={asset.id} />
          <Tab asset={asset} />
        </Stack>
      )}
    </>
  )
}
