import { formatFullDate } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { createdAtOf, type LiveStream } from '../live-stream-facts.ts'

const captionsOf = ({ embeddedSubtitles = [], generatedSubtitles = [] }: LiveStream) =>
  [
    ...embeddedSubtitles.map(({ name, languageChannel }) => `${name} (${languageChannel})`),
    ...generatedSubtitles.map(({ name }) => `${name} (generated)`),
  ].join(', ') || 'None'

export const FactsCard = ({ stream }: { stream: LiveStream }) => (
  <Card title="Live stream">
    <DescriptionList
      items={[
        { term: 'ID', detail: <CopyControl value={stream.id} label="Copy the live stream ID" /> },
        { term: 'Created', detail: formatFullDate(createdAtOf(stream)) },
        { term: 'Sends', detail: stream.audioOnly ? 'Sound only' : 'Picture and sound' },
        { term: 'Captions', detail: captionsOf(stream) },
        ...(stream.test
          ? [
              {
                term: 'Test',
                detail: 'Ends after five minutes; its recording is deleted after a day',
              },
            ]
          : []),
      ]}
    />
  </Card>
)
