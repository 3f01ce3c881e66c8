import { Stack } from '@playhead/ui/layout.tsx'
import type { TabProps } from './asset-detail.tsx'
import { DangerZone } from './monitor/danger-zone.tsx'
import { DetailsForm } from './monitor/details-form.tsx'
import { FactsCard } from './monitor/facts-card.tsx'
import { ProgressCard } from './monitor/progress-card.tsx'
import { ThumbnailPicker } from './monitor/thumbnail-picker.tsx'
import { UsageCard } from './monitor/usage-card.tsx'
import { Watch } from './monitor/watch.tsx'
import { isAudioOnly } from './asset-facts.ts'

export const MonitorTab = ({ asset }: TabProps) => (
  <Stack gap={3}>
    {asset.status !== 'ready' && <ProgressCard asset={asset} />}
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Stack gap={3}>
        <Watch asset={asset} />
        {asset.status === 'ready' && !isAudioOnly(asset) && <ThumbnailPicker asset={asset} />}
        <DetailsForm asset={asset} />
      </Stack>
      <Stack gap={3}>
        <FactsCard asset={asset} />
        <UsageCard asset={asset} />
        <DangerZone asset={asset} />
      </Stack>
    </div>
  </Stack>
)
