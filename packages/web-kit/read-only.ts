import { useSession } from './use-session.ts'

/** On when the session says so or a write was refused for it; the next session read decides anew. KIT-032 */
export const useIsReadOnly = () => useSession().session?.readOnly === true
