// #region plugin
// The option of @vitejs/plugin-vue: vue({ template: { compilerOptions } })
export const compilerOptions = {
  isCustomElement: (tag: string) => tag.startsWith('scudo-'),
};
// #endregion
