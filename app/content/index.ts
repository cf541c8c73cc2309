export {
  catalogue,
  catalogueFields,
  editorTabs,
  type PageName,
} from "./catalogue.ts";
export {
  type ContactField,
  type ContactFieldName,
  defaultFieldsConfig,
} from "./defaults/fields-config.ts";
export type { ChargedPer, Price } from "./defaults/pricing-items.ts";
export type { ServiceIcon } from "./defaults/services.ts";
export { defaultSettings } from "./defaults/site-settings.ts";
export type { SettingType } from "./field.ts";
export * as fixed from "./fixed.ts";
export { items } from "./items.ts";
export { type Content, type ContentRow, mergeContent } from "./merge.ts";
export {
  type MetaPage,
  type PublicPage,
  pageMeta,
  pageName,
  pagePath,
  publicPages,
} from "./meta.ts";
export { addressed, addressedAs, addressedRows, type Placed, place } from "./places.ts";
export { mergeSettings, type Settings } from "./settings.ts";
