/**
 * Preloaded by `--import`: says on standard error when the package `PLAYHEAD_TEST_PACKAGE` is loaded and, with
 * `PLAYHEAD_TEST_PACKAGE_MISSING=1`, lets the import fail as one of a package that is not installed does.
 */
import { register } from 'node:module'

const hooks = `
import { writeSync } from 'node:fs'
const { PLAYHEAD_TEST_PACKAGE: watched, PLAYHEAD_TEST_PACKAGE_MISSING: missing } = process.env
export const resolve = async (name, context, next) => {
  if (name !== watched) return next(name, context)
  if (missing === '1') {
    const error = new Error("Cannot find package '" + name + "'")
    error.code = 'ERR_MODULE_NOT_FOUND'
    throw error
  }
  writeSync(2, 'loaded ' + name + '\\n')
  return next(name, context)
}`

register(`data:text/javascript,${encodeURIComponent(hooks)}`)
