import { Stack } from '@playhead/ui/layout/layout.tsx'
import type { PartProps } from '../slots.ts'
import { BroadcastForm } from './broadcast-form.tsx'
import { DetailsForm } from './details-form.tsx'
import { RecordingForm } from './recording-form.tsx'
import { FactsCard } from './facts-card.tsx'

export const SettingsTab = ({ stream }: PartProps) => (
  <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
    <Stack gap={3}>
      <DetailsForm stream={stream} />
      <BroadcastForm stream={stream} />
    </Stack>
    <Stack gap={3}>
      <FactsCard stream={stream} />
      <RecordingForm stream={stream} />
    </Stack>
  </div>
)
