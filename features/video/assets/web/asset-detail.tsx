import { HostedDetail } from '@playhead/features/video/hosted-screens/web'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { type Asset, titleOf } from './asset-facts.ts'
import { AssetStatus } from './asset-status.tsx'
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
  return (
    <HostedDetail
      noun="asset"
      title={titleOf(asset)}
      crumb={{ label: 'Assets', href: path('video/assets') }}
      meta={
        <>
          <AssetStatus asset={asset} isDeleted={isDeleted} />
          {asset.test && <Badge>Test</Badge>}
        </>
      }
      actions={
        <CopyControl value={asset.id} label="Copy the asset ID">
          <span className="font-text font-medium">Copy ID</span>
        </CopyControl>
      }
      deleted={
        isDeleted
          ? 'This asset was deleted. It no longer plays, and its files are being removed.'
          : undefined
      }
      tabs={tabs}
      selected={tab.address}
      hrefOf={(address) => path(`video/assets/${asset.id}/${address}`)}
      notice={<StorageProblems assetId={asset.id} />}
    >
      <tab.Part asset={asset} />
    </HostedDetail>
  )
}
