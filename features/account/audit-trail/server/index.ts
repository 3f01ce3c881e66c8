export { listChanges } from './list-changes.ts'
