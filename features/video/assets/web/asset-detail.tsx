import { Suspense } from 'react'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { LinkTabs } from '@playhead/ui/navigation/link-tabs.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useTitle } from '@playhead/web-kit/navigation/title.ts'
import { type Asset, titleOf } from './asset-facts.ts'
import { AssetStatus } from './asset-status.tsx'
import { waitingTab } from './own-tabs.tsx'
import type { AssetTab } from './slots.ts'
import { StorageProblems } from './storage-problems.tsx'

interface AssetDetailProps {
  asset: Asset
  isDeleted: boolean
  tabs: readonly AssetTab[]
  tab: AssetTab
}

/** ASST-005 */
export const AssetDetail = ({ asset, isDeleted, tabs, tab }: AssetDetailProps) => {
  const path = usePath()
  useTitle(`Video | ${titleOf(asset)}`)
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
            selectedId={tab.address}
            tabs={tabs.map(({ address, title }) => ({
              id: address,
              label: title,
              href: path(`video/assets/${asset.id}/${address}`),
            }))}
          />
          <StorageProblems assetId={asset.id} />
          <Suspense key={tab.address} fallback={waitingTab}>
            <tab.Part asset={asset} />
          </Suspense>
        </Stack>
      )}
    </>
  )
}
