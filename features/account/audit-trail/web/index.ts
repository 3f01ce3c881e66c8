export { ChangesCard } from './changes-card.tsx'
export { useChanges } from './use-changes.ts'
export { actorName, describeChange } from './describe-change.ts'
