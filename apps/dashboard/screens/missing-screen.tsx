import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { useTitle } from '@playhead/web-kit/navigation/title.ts'
import { MessagePage } from './message-page.tsx'

const heading = 'This page is not here yet'

/** For an address whose screen is still to be written. */
export const MissingScreen = () => {
  useTitle(heading)
  return (
    <MessagePage
      title={heading}
      actions={<LinkButton href="/environments">Environments</LinkButton>}
    >
      This version has no screen for this address.
    </MessagePage>
  )
}
