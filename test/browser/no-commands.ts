/** Stands for @web/test-runner-commands, which @open-wc/testing imports and these tests never call. */
const unavailable = () => Promise.reject(new Error('There is no Web Test Runner here.'));

export const executeServerCommand = unavailable;
export const getSnapshot = unavailable;
export const getSnapshotConfig = unavailable;
export const saveSnapshot = unavailable;
export const setViewport = unavailable;
export const sendKeys = unavailable;
export const sendMouse = unavailable;
export const resetMouse = unavailable;
export const a11ySnapshot = unavailable;
