import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'
import { useTitle } from '@playhead/web-kit/navigation/title.ts'
import { MessagePage } from './message-page.tsx'
import { missingAt, type MissingSubject } from './missing-subjects.ts'

/** Says what does not exist yet, and links to the closest screen if the person may open it. */
export const MissingScreen = ({ subject }: { subject: MissingSubject | undefined }) => {
  const { heading, text, place } = missingAt(subject)
  const screenPath = useScreenPath()
  const href = 'href' in place ? place.href : screenPath(place.below)
  useTitle(heading)
  return (
    <MessagePage
      title={heading}
      actions={
        href ? (
          <LinkButton href={href}>{place.label}</LinkButton>
        ) : (
          <LinkButton href="/">Return to dashboard</LinkButton>
        )
      }
    >
      {text}
    </MessagePage>
  )
}
