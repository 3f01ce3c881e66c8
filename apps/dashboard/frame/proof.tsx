import { ProofDialog } from '@playhead/features/account/sign-in/web'
import { QueriesProvider } from '@playhead/web-kit/queries/queries-provider.tsx'

/** The dialog floats above every page, so it includes the providers that a page would have. */
export const Proof = ({ onSettle }: { onSettle: (isProved: boolean) => void }) => (
  <QueriesProvider>
    <ProofDialog onSettle={onSettle} />
  </QueriesProvider>
)
