import { unknownValue } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { ErrorCodePill, shortErrorCode } from './error-code-pill.tsx'
import type { ViewDetail } from './use-views.ts'

const meaningOf = (view: ViewDetail) => {
  if (view.videoStartupBusinessException || view.playbackBusinessException)
    return 'A business exception: it is counted apart from failures.'
  if (view.videoStartupFailure) return 'It kept the video from starting.'
  return view.playbackFailure ? 'It ended the playback.' : 'A warning: the playback went on.'
}

export const ViewErrorCard = ({ view }: { view: ViewDetail }) => {
  const path = usePath()
  const { playerErrorCode, playerErrorMessage, playerErrorContext, errorTypeId } = view
  if (!playerErrorCode && !playerErrorMessage && errorTypeId === null) return null
  return (
    <Card title="Error" description={meaningOf(view)} isFailing={view.playbackFailure}>
      <DescriptionList
        items={[
          {
            term: 'Code',
            detail: playerErrorCode ? (
              <span className="flex flex-wrap items-center gap-2">
                <ErrorCodePill code={playerErrorCode} isFatal={view.playbackFailure} />
                {shortErrorCode(playerErrorCode) !== playerErrorCode && (
                  <span className="font-mono text-xs [overflow-wrap:anywhere]">
                    {playerErrorCode}
                  </span>
                )}
              </span>
            ) : (
              unknownValue
            ),
          },
          { term: 'Message', detail: playerErrorMessage ?? unknownValue },
          {
            term: 'Context',
            detail: playerErrorContext ? (
              <pre className="font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
                {playerErrorContext}
              </pre>
            ) : (
              unknownValue
            ),
          },
          ...(errorTypeId === null
            ? []
            : [
                {
                  term: 'Error type',
                  detail: <Link href={path(`errors/${errorTypeId}`)}>{errorTypeId}</Link>,
                },
              ]),
        ]}
      />
    </Card>
  )
}
