import { Suspense } from 'react'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { type PartOf, useSlot } from '@playhead/web-kit/slot.ts'
import { DangerZone } from './monitor/danger-zone.tsx'
import { DetailsForm } from './monitor/details-form.tsx'
import { FactsCard } from './monitor/facts-card.tsx'
import { ProgressCard } from './monitor/progress-card.tsx'
import { ThumbnailPicker } from './monitor/thumbnail-picker.tsx'
import { UsageCard } from './monitor/usage-card.tsx'
import { ViewersCard } from './monitor/viewers-card.tsx'
import { assetCard, type PartProps } from './slots.ts'

const ownCards: readonly PartOf<typeof assetCard>[] = [
  { order: 20, Part: ThumbnailPicker },
  { order: 30, Part: DetailsForm },
]

const WideCards = ({ asset }: PartProps) =>
  useSlot(assetCard, ownCards).map(({ order, Part }) => (
    <Suspense key={order} fallback={<Skeleton height={360} radius="var(--radius-lg)" />}>
      <Part asset={asset} />
    </Suspense>
  ))

export const MonitorTab = ({ asset }: PartProps) => (
  <Stack gap={3}>
    {asset.status !== 'ready' && <ProgressCard asset={asset} />}
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Stack gap={3}>
        <WideCards asset={asset} />
      </Stack>
      <Stack gap={3}>
        <FactsCard asset={asset} />
        <ViewersCard asset={asset} />
        <UsageCard asset={asset} />
        <DangerZone asset={asset} />
      </Stack>
    </div>
  </Stack>
)
