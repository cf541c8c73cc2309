import { type ComponentType, createContext } from "react";

/** The media library as a dialog. */
type PickerComponent = ComponentType<{
  open: boolean;
  /** the purpose of the picture: "Photo" */
  purpose: string;
  /** a chosen picture is shown for review before it is used */
  previews?: boolean;
  onClose: () => void;
  /** the URL of the chosen picture */
  onPick: (address: string) => void;
}>;

/** The picture picker. The shell provides it, because the media library isn't part of the kit. */
export const PicturePicker = createContext<PickerComponent | undefined>(undefined);
