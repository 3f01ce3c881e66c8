import { Button } from '@playhead/ui/buttons/button.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { type Interruption, interruption } from '@playhead/web-kit/errors/error-effects.ts'

const close = () => interruption.set(null)

const Messages = ({ messages }: { messages: string[] }) => (
  <ul className="server-messages">
    {messages.map((message) => (
      <li key={message}>{message}</li>
    ))}
  </ul>
)

/** SHELL-095 */
const NotFoundModal = ({ messages }: { messages: string[] }) => (
  <Modal
    isOpen
    onClose={close}
    title="Not found :("
    footer={
      <Button kind="primary" onClick={close}>
        OK
      </Button>
    }
  >
    <Messages messages={messages} />
  </Modal>
)

/** SHELL-112 */
const FailureModal = ({ messages }: { messages: string[] }) => (
  <Modal
    isOpen
    onClose={close}
    title="Oh no!"
    footer={
      <>
        <Button onClick={close}>Close</Button>
        <Button kind="primary" onClick={() => globalThis.location.reload()}>
          Refresh
        </Button>
      </>
    }
  >
    <p>The server said:</p>
    <Messages messages={messages} />
  </Modal>
)

export const Interruptions = ({ current }: { current: Interruption }) => {
  if (current.kind === 'notFound') return <NotFoundModal messages={current.messages} />
  return current.kind === 'failure' ? <FailureModal messages={current.messages} /> : null
}
